/** The merge: the parts of the pass `score` as one run without vectors. Its result and report are made as those of any run. */

import type { SeededStructure } from '../candidates/api';
import type { LoadedSource } from '../candidates/outcomes';
import { defaultLoadOptions } from '../candidates/reading';
import { drawPassages, type DrawnPairs } from '../engine/drawn-passages';
import { resultOf as runResultOf, type ResultRun } from '../engine/engine';
import { RunFindings } from '../engine/findings';
import type { MatrixFigures } from '../engine/result';
import { sampledSources } from '../engine/run-sources';
import type { PairVectors, SourceData } from '../engine/source-data';
import { SummedMatrices } from '../engine/summed-matrices';
import { onProcessor } from '../engine/summer';
import { figuresOf, Sums } from '../engine/sums';
import { Task } from '../engine/task';
import type { RunRequest } from '../engine/types';
import { buildReport, resultOf } from '../report/build';
import type { Provenance, Report } from '../report/result';
import { meetingsOf } from '../scoring/batches';
import { fileFindings } from '../scoring/file-findings';
import { KnownPositives } from '../scoring/findings';
import { medianK, type RecordsOfK } from '../scoring/k-counts';
import { emptyColumns, offsetsOf, pairCount, type PairColumns } from '../scoring/pairs';
import { inOrder, missingShards, ShardError, type Piece, type SumPart, type Table } from './parts';
import { lexiconOf, Numbers } from './sums';

const SETTING = 'default';

/** What needs the texts of all shards at once, or a run's vectors. */
const LEFT_OUT = [
  'yardstick: what random passages would score',
  'preflight, and its checks of ids and scores',
  'repeated texts as a sign of a wrong reading',
];

/** The table, with the SHA-256 of its file. */
export interface NamedTable {
  readonly table: Table;
  readonly sha256: string;
}

interface MergedSource {
  readonly name: string;
  /** In the order of the whole file. */
  readonly pieces: readonly Piece[];
  readonly structure: SeededStructure;
  readonly columns: PairColumns;
  readonly overlap: Float64Array;
  readonly dimension: number;
}

/**
 * @param parts that fit together, in order
 * @throws ShardError where a shard is missing or a reference is no source; RunInputError for a column that says nothing
 */
export async function reportOf(
  parts: readonly SumPart[],
  table: NamedTable,
  provenance: Provenance,
  created: Date,
): Promise<Report> {
  const { settings } = parts[0] as SumPart;
  const shards = parts.flatMap((part) => part.shards).sort(inOrder);
  const missing = missingShards(shards, table.table.shards);
  if (missing.length > 0) throw new ShardError(`Shards are missing: ${missing.join(', ')}. Score them too.`);
  if (parts.some((part) => part.table !== table.sha256)) {
    throw new ShardError('The parts were scored with another table than --idf. Give that one.');
  }
  const names = [...new Set(shards.map(({ source }) => source))];
  const unknown = settings.reference.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ShardError(`--reference: no source is named ${unknown.join(', ')}, but ${names.join(', ')}.`);
  }
  const [queries, passages] = [new Numbers(), new Numbers()];
  const merged = names.map((name, id) => mergedSource(name, id, parts, queries, passages));
  const { request, run, findings } = await mergedRun(merged, parts, table.table, queries, passages);
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  const timed = { task: new Task(), begin: performance.now() / 1000 - seconds };
  const result = await runResultOf(run, findings, request, timed);
  const sources = merged.map((source, id) => {
    const { name, pieces } = source;
    const [{ file, shard }] = pieces as readonly [Piece];
    return {
      loaded: loadedSource(source, id),
      interpretation: file.interpretation,
      options: defaultLoadOptions(shard.file),
      name,
      setting: SETTING,
      reference: settings.reference.includes(name),
      sameAs: null,
      asMeant: false,
      lookedAt: false,
      margin: false,
      evaluation: null,
      files: pieces.map(({ shard: { file: path, bytes, sha256 } }) => ({ file: path, bytes, sha256 })),
    };
  });
  return buildReport({
    result: resultOf(result, sources),
    sources,
    others: { companions: [], waiting: [], refused: [], unread: [] },
    rejects: parts.flatMap(({ rejects }) => rejects),
    provenance,
    created,
    outOfDate: false,
    weightings: settings.weightings,
    merged: {
      parts: parts.length,
      shards: shards.length,
      encoder: settings.encoder,
      idf: table.sha256,
      left_out: LEFT_OUT,
    },
  });
}

/** The shards of a source, one after the other. */
function mergedSource(
  name: string,
  id: number,
  parts: readonly SumPart[],
  queries: Numbers,
  passages: Numbers,
): MergedSource {
  const own = parts
    .flatMap((part) => part.pieces.map((piece) => ({ ...piece, part })))
    .filter(({ shard }) => shard.source === name)
    .sort((a, b) => inOrder(a.shard, b.shard));
  const numbers = (of: (piece: (typeof own)[number]) => number[]) => Int32Array.from(own.flatMap(of));
  const column = (of: (piece: Piece) => Float64Array) =>
    Float64Array.from(own.flatMap((piece) => Array.from(of(piece))));
  const passagesOf = (key: 'positives' | 'negatives') =>
    numbers(({ structure, part }) =>
      Array.from(structure[key], (place) => passages.of(part.passages[place] as string)),
    );
  const joined = (of: (piece: Piece) => Int32Array) =>
    offsetsOf(own.flatMap((piece) => Array.from(piece.structure.queries, (_, i) => pairCount(of(piece), i))));
  const dimensions = parts.flatMap(({ matrices }) => matrices.get(name)?.dimension ?? []);
  const [dimension = 0, other = dimension] = [...new Set(dimensions)];
  if (other !== dimension)
    throw new ShardError(`${name} has embeddings of lengths ${dimension} and ${other}.`);
  return {
    name,
    pieces: own,
    structure: {
      id,
      queries: numbers(({ structure, part }) =>
        Array.from(structure.queries, (place) => queries.of(part.queries[place] as string)),
      ),
      positives: passagesOf('positives'),
      offsets: joined(({ structure }) => structure.offsets),
      negatives: passagesOf('negatives'),
      priorities: new Float64Array(own.reduce((sum, { groups }) => sum + groups.length, 0)),
      groups: own.flatMap(({ groups }) => groups),
    },
    columns: {
      offsets: joined(({ columns }) => columns.offsets),
      margin: column(({ columns }) => columns.margin),
      locality: column(({ columns }) => columns.locality),
      distance: column(({ columns }) => columns.distance),
      coverage: column(({ columns }) => columns.coverage),
    },
    overlap: column(({ overlap }) => overlap),
    dimension,
  };
}

/** The run that gives the result. */
async function mergedRun(
  merged: readonly MergedSource[],
  parts: readonly SumPart[],
  table: Table,
  queries: Numbers,
  passages: Numbers,
): Promise<{ request: RunRequest; run: ResultRun; findings: RunFindings }> {
  const { reference, tau, weighting, group, negatives, seed, normalise } = (parts[0] as SumPart).settings;
  const rest = { queries: 'all', sample: null, batch_size: 0 } as const;
  const corpus = { tokenizer: 'alphanumeric', idf_corpus: 'pooled-documents' } as const;
  const request: RunRequest = {
    sources: merged.map(({ name }, id) => {
      return { id, name, setting: SETTING, reference: reference.includes(name), misread: false };
    }),
    encoder: null,
    device: 'wasm',
    settings: { tau, weighting, ...corpus, ...rest, group, negatives, seed, normalise },
    stop: { rule: 'all', level: 0.95 },
  };
  const task = new Task();
  const structures = merged.map(({ structure }) => structure);
  const sources = sampledSources(structures, request).map((source, s): SourceData => {
    const { columns, dimension } = merged[s] as MergedSource;
    return { ...source, columns, vectors: noVectors(dimension) };
  });
  const matrices: SummedMatrices[] = [];
  for (const source of sources) matrices.push(await matricesOf(source, parts, task));
  const positives = new KnownPositives(structures);
  const overlaps = new Map(sources.map(({ structure }, s) => [structure.negatives, merged[s]?.overlap]));
  const lexicon = {
    corpus: { mode: 'pooled-documents' as const, texts: table.texts, distinct_tokens: table.words.length },
    overlap: (records: Pick<SeededStructure, 'negatives'>) =>
      Promise.resolve(overlaps.get(records.negatives) as Float64Array),
  };
  const run: ResultRun = {
    sources,
    matrices,
    stopped: null,
    looks: 1,
    request,
    encoder: null,
    device: {
      kind: 'wasm',
      threads: 1,
      adapter: null,
      reason: 'no encoder is run: sums of shards in float64',
    },
    lexicon,
    sums: new Sums(),
    structures,
    files: structures.map((structure) => fileFindings(structure, positives)),
    cost: {
      texts: 0,
      cached_texts: 0,
      encodes: 0,
      tokens: 0,
      padded_tokens: 0,
      cache: { kind: 'memory', note: null },
      seconds: { lexical: 0, visit: 0, encoder_busy: 0 },
    },
    randomBaseline: null,
    drawn: await drawnOf(table, sources, queries, passages, task),
  };
  return { request, run, findings: await RunFindings.of({ sources, positives, lexicon }, task) };
}

/** A merged run forms no more pairs. */
function noVectors(dimension: number): PairVectors {
  const none = (): never => {
    throw new Error('Merged shards have no vectors.');
  };
  return { dimension, query: none, positive: none, negative: none };
}

/** The figures of a source under each weighting, of the sums of its shards. */
async function matricesOf(
  { name, columns, vectors }: SourceData,
  parts: readonly SumPart[],
  task: Task,
): Promise<SummedMatrices> {
  const { tau, weightings } = (parts[0] as SumPart).settings;
  const summer = onProcessor(vectors?.dimension ?? 0, weightings.length, null);
  const figures = new Map<string, MatrixFigures>();
  for (const [place, weighting] of weightings.entries()) {
    const { triangle } = await summer.sum(place, task);
    for (const { matrices } of parts) {
      matrices.get(name)?.sums[place]?.forEach((value, i) => (triangle[i] = (triangle[i] as number) + value));
    }
    figures.set(weighting, await figuresOf(summer, place, columns.margin.length, task));
  }
  return new SummedMatrices(tau, Object.fromEntries(figures));
}

/** Pairs of passages drawn at random, of the sample that the pass `idf` kept. */
async function drawnOf(
  table: Table,
  sources: readonly SourceData[],
  queries: Numbers,
  passages: Numbers,
  task: Task,
): Promise<DrawnPairs | null> {
  const { sample } = table;
  const records = sample.queries.flatMap((query) => query.positives.map((positive) => ({ query, positive })));
  const all = [...sample.passages, ...records.map(({ positive }) => positive)];
  const lexicon = lexiconOf(
    table,
    new Map(sample.queries.map(({ key, text }) => [queries.of(key), text])),
    new Map(all.map(({ key, text }) => [passages.of(key), text])),
    new Map(all.map(({ key, priority }) => [passages.of(key), priority])),
  );
  const unitOf = new Map(
    sources.flatMap(({ structure, units }) =>
      Array.from(structure.queries, (query, record) => [query, units[record] as number] as const),
    ),
  );
  const asked = Int32Array.from(records, ({ query }) => queries.of(query.key));
  const turns = Float64Array.from(records, ({ query }) => query.priority);
  // The first record has all passages as its negatives, so that they can be drawn.
  const offsets = offsetsOf(records.map((_, record) => (record === 0 ? sample.passages.length : 0)));
  const of = <T>(list: readonly T[], place: number) => list[place] as T;
  const source: SourceData = {
    id: 0,
    name: 'sample',
    structure: {
      id: 0,
      queries: asked,
      positives: Int32Array.from(records, ({ positive }) => passages.of(positive.key)),
      offsets,
      negatives: Int32Array.from(sample.passages, ({ key }) => passages.of(key)),
    },
    indices: Int32Array.from(records.keys()),
    priorities: turns,
    turns,
    units: asked.map((query) => unitOf.get(query) as number),
    columns: emptyColumns(offsets),
    vectors: {
      dimension: sources[0]?.vectors?.dimension ?? 0,
      query: (record) => of(records, record).query.vector,
      positive: (record) => of(records, record).positive.vector,
      negative: (pair) => of(sample.passages, pair).vector,
    },
  };
  return drawPassages([source], lexicon, task);
}

function loadedSource({ name, pieces, structure, dimension }: MergedSource, id: number): LoadedSource {
  const { shard, file } = pieces[0] as Piece;
  const files = pieces.map((piece) => piece.file);
  const counts = { ...file.counts };
  for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
    counts[key] = files.reduce((sum, each) => sum + each.counts[key], 0);
  }
  const rows = new Map<string, RecordsOfK>();
  for (const { k, copies, records } of files.flatMap(({ byK }) => byK)) {
    const key = `${k} ${copies}`;
    rows.set(key, { k, copies, records: (rows.get(key)?.records ?? 0) + records });
  }
  const byK = [...rows.values()].sort((a, b) => a.k - b.k || a.copies - b.copies);
  const warnings = new Map(files.flatMap((each) => each.warnings).map((sign) => [sign.message, sign]));
  return {
    id,
    fileId: id,
    name,
    label: null,
    file: pieces.length === 1 ? shard.file : `${shard.file} and ${pieces.length - 1} more`,
    bytes: pieces.reduce((sum, piece) => sum + piece.shard.bytes, 0),
    format: file.interpretation.words,
    placeKind: file.placeKind,
    counts,
    medianK: medianK(byK),
    byK: byK.map((row) => ({ ...row, first: null })),
    meetings: meetingsOf(structure),
    dimension,
    scoreRange: null,
    warnings: [...warnings.values()],
    preflight: null,
  };
}
