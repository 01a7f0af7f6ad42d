/** The merge: the parts of the pass `score` as one run without vectors. Its result and report are made as those of any run. */

import type { SeededStructure } from '../candidates/candidates';
import type { LoadedSource } from '../candidates/outcomes';
import { defaultLoadOptions } from '../candidates/reading';
import { createTextHash } from '../candidates/store/text-hash';
import { Texts } from '../candidates/store/texts';
import { drawPassages } from '../engine/drawn-passages';
import { resultOf as runResultOf } from '../engine/engine';
import { findingsOf } from '../engine/findings';
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
import { seededPriority } from '../scoring/random';
import type { WeightingId } from '../scoring/weightings';
import {
  lexiconOf,
  missingShards,
  type NamedTable,
  type Piece,
  requestOf,
  ShardError,
  type SumPart,
} from './passes';

/**
 * @param parts that fit together
 * @throws ShardError where a shard is missing or the choice does not fit; RunInputError for a column that says nothing
 */
export async function reportOf(
  parts: readonly SumPart[],
  { table, sha256 }: NamedTable,
  { reference, weighting }: { readonly reference: readonly string[]; readonly weighting: WeightingId },
  provenance: Provenance,
  created: Date,
): Promise<Report> {
  const { settings } = parts[0] as SumPart;
  const { tau, group, weightings } = settings;
  const { seed } = table.settings;
  const pieces = parts.flatMap((part) => part.pieces).sort(inOrder);
  const shards = pieces.map(({ shard }) => shard);
  const names = [...new Set(shards.map(({ source }) => source))];
  const missing = missingShards(shards, table.shards);
  const unknown = reference.filter((name) => !names.includes(name));
  const lengths = [...new Set(pieces.map(({ loaded }) => loaded.dimension ?? 0))];
  if (missing.length > 0) throw new ShardError(`Shards are missing: ${missing.join(', ')}. Score them too.`);
  if (settings.table !== sha256)
    throw new ShardError('The parts were scored with another table than --idf. Give that one.');
  if (unknown.length > 0)
    throw new ShardError(`--reference: no source is named ${unknown.join(', ')}, but ${names.join(', ')}.`);
  if (lengths.length > 1) throw new ShardError(`The embeddings have lengths ${lengths.join(' and ')}.`);
  if (!weightings.includes(weighting))
    throw new ShardError(`--weighting: the parts have no sums under ${weighting}.`);
  const [task, hash] = [new Task(), await createTextHash()];
  const texts = { queries: new Texts(hash), passages: new Texts(hash) };
  const merged = names.map((name, id) => {
    const own = pieces.filter(({ shard }) => shard.source === name);
    return mergedSource(own, id, texts);
  });
  const request = requestOf(names, reference, { ...table.settings, tau, group, weighting });
  const structures = merged.map(({ structure }) => structure);
  // A text has the vector of its first place.
  const drawn = (of: keyof MergedTexts): ReadonlyMap<number, Vector> =>
    new Map(
      pieces
        .toReversed()
        .flatMap((piece) => Array.from(piece.drawn[of], ([text, vector]) => [texts[of].idOf(text), vector])),
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
  const byId = <Value>(ids: Iterable<number>, of: keyof MergedTexts, valueOf: (text: string) => Value) =>
    new Map(Array.from(ids, (id) => [id, valueOf(texts[of].text(id) as string)]));
  const lexicon = lexiconOf(
    table,
    byId(asked.keys(), 'queries', String),
    byId(found.keys(), 'passages', String),
    byId(Array(texts.passages.size).keys(), 'passages', (text) => seededPriority(seed, text, 0)),
  );
  const of = new Map(sources.map(({ structure }, s) => [structure, merged[s]]));
  const overlap = (structure: SeededStructure) => Promise.resolve(of.get(structure)?.overlap as Float64Array);
  const ties = (structure: SeededStructure) => of.get(structure)?.ties as Float64Array;
  const positives = new KnownPositives(structures);
  const matrices: SummedMatrices[] = [];
  for (const source of merged) matrices.push(await matricesOf(source, settings, task));
  const random = await drawPassages(sources, lexicon, task);
  const searched = { sources, positives, drawn: random, lexicon: { overlap, ties } };
  const run = {
    sources,
    matrices,
    structures,
    lexicon,
    request,
    files: structures.map((structure) => fileFindings(structure, positives)),
    drawn: random,
    findings: await findingsOf(searched, task),
    stopped: null,
    looks: 1,
    encoder: null,
    device: { kind: 'wasm', threads: 1, adapter: null, reason: 'no encoder is run' } as const,
    sums: new Sums(),
    randomBaseline: null,
    cost: {
      ...NO_TEXTS,
      cache: { kind: 'memory', note: null } as const,
      seconds: { lexical: 0, visit: 0, encoder_busy: 0, total: 0 },
    },
  };
  const read = merged.map((source, id) => ({
    loaded: loadedSource(source, id),
    interpretation: source.first.interpretation,
    options: defaultLoadOptions(source.first.shard.file),
    name: names[id] as string,
    setting: 'default',
    reference: reference.includes(names[id] as string),
    sameAs: null,
    evaluation: null,
    asMeant: false,
    lookedAt: false,
    margin: false,
    files: source.pieces.map(({ shard: { file, bytes, sha256: hash } }) => ({ file, bytes, sha256: hash })),
  }));
  return buildReport({
    result: resultOf(runResultOf(run), read),
    sources: read,
    others: { companions: [], waiting: [], refused: [], unread: [] },
    rejects: pieces.flatMap((piece) => piece.rejects),
    provenance,
    created,
    outOfDate: false,
    weightings,
    merged: { parts: parts.length, shards: shards.length, idf: sha256 },
  });
}

/** The distinct texts of all shards. */
type MergedTexts = Readonly<Record<'queries' | 'passages', Texts>>;

type MergedSource = ReturnType<typeof mergedSource>;

/** The shards of a source, one after the other. @param pieces in the order of the whole file */
function mergedSource(pieces: readonly Piece[], id: number, { queries, passages }: MergedTexts) {
  const column = (of: (piece: Piece) => Float64Array) =>
    Float64Array.from(pieces.flatMap((piece) => Array.from(of(piece))));
  const ids = (of: 'queries' | 'positives' | 'negatives', texts: Texts) =>
    Int32Array.from(
      pieces.flatMap((piece) => {
        const keys = piece[of === 'queries' ? of : 'passages'];
        return Array.from(piece.structure[of], (place) => texts.idOf(keys.get(place) as string));
      }),
    );
  const joined = (of: (piece: Piece) => Int32Array) =>
    offsetsOf(
      pieces.flatMap((piece) => Array.from(piece.structure.queries, (_, i) => pairCount(of(piece), i))),
    );
  return {
    pieces,
    first: pieces[0] as Piece,
    structure: {
      id,
      queries: ids('queries', queries),
      positives: ids('positives', passages),
      offsets: joined(({ structure }) => structure.offsets),
      negatives: ids('negatives', passages),
      priorities: column(({ structure }) => structure.priorities),
      groups: pieces.flatMap(({ structure }) => structure.groups ?? []),
    },
    columns: {
      offsets: joined(({ columns }) => columns.offsets),
      margin: column(({ columns }) => columns.margin),
      locality: column(({ columns }) => columns.locality),
      distance: column(({ columns }) => columns.distance),
      coverage: column(({ columns }) => columns.coverage),
    },
    overlap: column(({ overlap }) => overlap),
    ties: column(({ ties }) => ties),
  };
}

/** The figures of a source under each weighting, of the sums of its shards. */
async function matricesOf(
  { pieces, first, columns }: MergedSource,
  { tau, weightings }: SumPart['settings'],
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

function loadedSource(
  { pieces, first: { loaded, shard }, structure }: MergedSource,
  id: number,
): LoadedSource {
  const total = (of: (source: LoadedSource) => number) =>
    pieces.reduce((sum, piece) => sum + of(piece.loaded), 0);
  const counts = { ...loaded.counts };
  for (const key of Object.keys(counts) as (keyof typeof counts)[])
    counts[key] = total((source) => source.counts[key]);
  const byK = pieces.flatMap((piece) => piece.loaded.byK.map((row) => ({ ...row, first: null })));
  return {
    ...loaded,
    id,
    fileId: id,
    name: shard.source,
    file: pieces.length === 1 ? shard.file : `${shard.file} and ${pieces.length - 1} more`,
    bytes: total((source) => source.bytes),
    // Of all shards together they are not known.
    counts: { ...counts, recordsOfKnownPositives: 0, duplicateQueryIds: 0 },
    medianK: medianK(byK),
    byK,
    meetings: meetingsOf(structure),
    scoreRange: null,
    warnings: [],
    preflight: null,
  };
}

/** By source, then by number, then by name, by code points: the order in which shards make the whole file. */
function inOrder({ shard: a }: Piece, { shard: b }: Piece): number {
  const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return compare(a.source, b.source) || a.number - b.number || compare(a.file, b.file);
}
