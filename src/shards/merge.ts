/** The merge: the parts of the pass `score` as one run without vectors. Its result and report are made as those of any run. */

import { defaultLoadOptions } from '../candidates/reading';
import { drawPassages } from '../engine/drawn-passages';
import { resultOf as runResultOf } from '../engine/engine';
import { findingsOf } from '../engine/findings';
import { Lexicon } from '../engine/lexicon';
import type { MatrixFigures } from '../engine/result';
import { sampledSources } from '../engine/run-sources';
import type { SourceData } from '../engine/source-data';
import { SummedMatrices } from '../engine/summed-matrices';
import { onProcessor } from '../engine/summer';
import { figuresOf, Sums } from '../engine/sums';
import { Task } from '../engine/task';
import { NO_TEXTS } from '../engine/text-embeddings';
import { buildReport, resultOf } from '../report/build';
import type { Provenance, Report } from '../report/result';
import { meetingsOf } from '../scoring/batches';
import { fileFindings, KnownPositives } from '../scoring/findings';
import type { Vector } from '../scoring/gates';
import { medianK } from '../scoring/k-counts';
import { offsetsOf, pairCount } from '../scoring/pairs';
import type { WeightingId } from '../scoring/weightings';
import { missingShards, requestOf, ShardError, type NamedTable, type Piece, type SumPart } from './passes';

/** The order in which shards make the whole file: part2 before part12. */
const ORDER = new Intl.Collator('en', { numeric: true });

/** Distinct texts of all shards, with their ids. */
type TextIds = Readonly<Record<'queries' | 'passages', Map<string, number>>>;

/**
 * @param parts that fit together
 * @param reference names of sources
 * @throws ShardError where a shard is missing or of another table; RunInputError for a column that says nothing
 */
export async function reportOf(
  parts: readonly SumPart[],
  table: NamedTable,
  reference: readonly string[],
  provenance: Provenance,
  created: Date,
): Promise<Report> {
  const { settings } = table;
  const pieces = parts
    .flatMap((part) => part.pieces)
    .sort(({ shard: a }, { shard: b }) => ORDER.compare(a.file, b.file));
  const shards = pieces.map(({ shard }) => shard);
  const names = [...new Set(shards.map(({ source }) => source))];
  const missing = missingShards(shards, table.shards);
  const unknown = reference.filter((name) => !names.includes(name));
  const lengths = [...new Set(pieces.map(({ loaded }) => loaded.dimension ?? 0))];
  if (parts[0]?.settings.table !== table.sha256)
    throw new ShardError('The parts were scored with another table than --idf. Give that one.');
  if (missing.length > 0) throw new ShardError(`Shards are missing: ${missing.join(', ')}. Score them too.`);
  if (unknown.length > 0)
    throw new ShardError(`--reference: no source is named ${unknown.join(', ')}, but ${names.join(', ')}.`);
  if (lengths.length > 1) throw new ShardError(`The embeddings have lengths ${lengths.join(' and ')}.`);
  const [task, ids] = [new Task(), { queries: new Map(), passages: new Map() } satisfies TextIds];
  const merged = names.map((name, id) => {
    const own = pieces.filter(({ shard }) => shard.source === name);
    return mergedSource(own, id, ids);
  });
  const request = requestOf(names, settings, reference);
  const structures = merged.map(({ structure }) => structure);
  // A text has the vector of its first place.
  const drawn = (of: keyof TextIds): ReadonlyMap<number, Vector> =>
    new Map(
      pieces
        .toReversed()
        .flatMap((piece) =>
          Array.from(piece.drawn[of], ([id, vector]) => [idIn(ids[of], piece[of], id), vector] as const),
        ),
    );
  const [asked, found] = [drawn('queries'), drawn('passages')];
  const sources = sampledSources(structures, request, null).map((source, s): SourceData => {
    const { queries, positives, negatives } = source.structure;
    // Only what random passages are drawn of has vectors.
    const vectors = {
      dimension: lengths[0] as number,
      query: (record: number) => asked.get(queries[record] as number) as Vector,
      positive: (record: number) => found.get(positives[record] as number) as Vector,
      negative: (pair: number) => found.get(negatives[pair] as number) as Vector,
    };
    return { ...source, columns: (merged[s] as MergedSource).columns, vectors };
  });
  const texts = (of: keyof TextIds) => {
    const all = [...ids[of].keys()];
    return async (some: Int32Array) => Array.from(some, (id) => all[id] as string);
  };
  const lexicon = new Lexicon();
  const given = { queryTexts: texts('queries'), passageTexts: texts('passages') };
  await lexicon.build(structures, given, settings.seed, task, () => undefined);
  const positives = new KnownPositives(structures);
  const matrices: SummedMatrices[] = [];
  for (const source of merged) matrices.push(await matricesOf(source, settings, task));
  const random = await drawPassages(sources, positives, lexicon, task);
  const run = {
    sources,
    matrices,
    structures,
    lexicon,
    request,
    files: structures.map((structure) => fileFindings(structure, positives)),
    drawn: random,
    findings: await findingsOf({ sources, positives, drawn: random, lexicon }, task),
    stopped: null,
    looks: 1,
    encoder: null,
    device: { kind: 'wasm', threads: 1, adapter: null, reason: 'no encoder is run' } as const,
    sums: new Sums(),
    random: null,
    cost: {
      ...NO_TEXTS,
      cache: { kind: 'memory', note: null } as const,
      seconds: { total: 0 },
    },
  };
  const read = merged.map((source, id) => readSource(source, reference.includes(names[id] as string)));
  return buildReport({
    result: resultOf(runResultOf(run), read),
    sources: read,
    others: { companions: [], waiting: [], refused: [], unread: [] },
    rejects: pieces.flatMap((piece) => piece.rejects),
    provenance,
    created,
    outOfDate: false,
    merged: { parts: parts.length, shards: shards.length, idf: table.sha256 },
  });
}

type MergedSource = ReturnType<typeof mergedSource>;

/** The id of a text in all shards. A new text gets the next one. @param texts of a shard, by the ids there */
function idIn(ids: Map<string, number>, texts: ReadonlyMap<number, string>, own: number): number {
  const text = texts.get(own) as string;
  const id = ids.get(text) ?? ids.size;
  ids.set(text, id);
  return id;
}

/** The shards of a source, one after the other. @param pieces in the order of the whole file */
function mergedSource(pieces: readonly Piece[], id: number, ids: TextIds) {
  const column = (of: (piece: Piece) => Float64Array) =>
    Float64Array.from(pieces.flatMap((piece) => Array.from(of(piece))));
  const joined = (of: 'queries' | 'positives' | 'negatives', kind: keyof TextIds) =>
    Int32Array.from(
      pieces.flatMap((piece) => Array.from(piece.structure[of], (own) => idIn(ids[kind], piece[kind], own))),
    );
  const offsets = (of: 'structure' | 'columns') =>
    offsetsOf(
      pieces.flatMap((piece) =>
        Array.from(piece.structure.queries, (_, record) => pairCount(piece[of].offsets, record)),
      ),
    );
  return {
    pieces,
    first: pieces[0] as Piece,
    structure: {
      id,
      queries: joined('queries', 'queries'),
      positives: joined('positives', 'passages'),
      offsets: offsets('structure'),
      negatives: joined('negatives', 'passages'),
      priorities: column(({ structure }) => structure.priorities),
      groups: pieces.flatMap(({ structure }) => structure.groups ?? []),
    },
    columns: {
      offsets: offsets('columns'),
      margin: column(({ columns }) => columns.margin),
      locality: column(({ columns }) => columns.locality),
      distance: column(({ columns }) => columns.distance),
      coverage: column(({ columns }) => columns.coverage),
    },
  };
}

/** The figures of a source under each weighting, of the sums of its shards. */
async function matricesOf(
  { pieces, first, columns }: MergedSource,
  { tau, weightings }: NamedTable['settings'],
  task: Task,
): Promise<SummedMatrices> {
  const summer = onProcessor(first.loaded.dimension ?? 0, weightings.length, null);
  const figures = new Map<WeightingId, MatrixFigures>();
  for (const [place, weighting] of weightings.entries()) {
    const { triangle } = await summer.sum(place, task);
    for (const { sums } of pieces)
      sums[place]?.forEach((value, i) => (triangle[i] = (triangle[i] as number) + value));
    figures.set(weighting, await figuresOf(summer, place, columns.margin.length, task));
  }
  return new SummedMatrices(tau, Object.fromEntries(figures));
}

/** What a report says of how a source was read. */
function readSource({ pieces, first, structure }: MergedSource, reference: boolean) {
  const { interpretation, loaded, shard } = first;
  const counts = { ...loaded.counts };
  for (const key of Object.keys(counts) as (keyof typeof counts)[])
    counts[key] = pieces.reduce((sum, piece) => sum + piece.loaded.counts[key], 0);
  const byK = pieces.flatMap((piece) => piece.loaded.byK.map((row) => ({ ...row, first: null })));
  return {
    loaded: {
      ...loaded,
      id: structure.id,
      file: pieces.length === 1 ? shard.file : `${shard.file} and ${pieces.length - 1} more`,
      bytes: pieces.reduce((sum, piece) => sum + piece.shard.bytes, 0),
      // Of all shards together they are not known.
      counts: { ...counts, recordsOfKnownPositives: 0, duplicateQueryIds: 0 },
      medianK: medianK(byK),
      byK,
      meetings: meetingsOf(structure),
      warnings: [],
      preflight: null,
    },
    interpretation,
    options: defaultLoadOptions(shard.file),
    name: shard.source,
    setting: 'default',
    reference,
    sameAs: null,
    evaluation: null,
    asMeant: false,
    lookedAt: false,
    margin: false,
    files: pieces.map(({ shard: { file, bytes, sha256 } }) => ({ file, bytes, sha256 })),
  };
}
