/** The report of merged sums: the paths and the code of a run's report. What needs the texts of all shards is named. */

import type { Reject } from '../candidates/candidate-record';
import type { FileCounts, LoadedSource } from '../candidates/outcomes';
import { defaultLoadOptions } from '../candidates/reading';
import { certaintyOfSums, type SourcesByUnit } from '../engine/certainty';
import type { RunResult, SourceResult, MatrixFigures, RunSettings } from '../engine/result';
import { Task } from '../engine/task';
import { buildReport, resultOf } from '../report/build';
import type { Provenance, Report } from '../report/result';
import type { UnitSums } from '../scoring/certainty/units';
import { FINDINGS } from '../scoring/findings';
import { groupsOf } from '../scoring/groups';
import { largestEigenvalueInSlices } from '../scoring/eigen';
import type { UpperTriangle } from '../scoring/information';
import { logDetPlusIdentity, scorePerDimension } from '../scoring/logdet';
import { medianK } from '../scoring/k-counts';
import type { WeightingId } from '../scoring/weightings';
import { ShardError } from './errors';
import type { MergedSums } from './merge';
import { compare, type Shard } from './names';
import type { QueryRow } from './query-table';
import type { SourceFile } from './source-file';
import type { SourceSums } from './source-sums';

/** As npm run rank has it where nothing else is asked. */
const LEVEL = 0.95;
const SETTING = 'default';

const NEEDS_TEXTS = 'needs the texts of all shards at once';

const LEFT_OUT = [
  'findings other than same_text',
  'yardstick: what random passages would score',
  'overlap: what two sources have in common',
  'audit.corner: negatives that look drawn at random',
  'the signs of a wrong reading that texts give',
  'records_of_known_positives of another record, and duplicate_query_ids',
  'preflight',
  'file_findings: boilerplate, and positives of other queries in every record',
];

interface MergedSource {
  readonly id: number;
  readonly name: string;
  readonly file: SourceFile;
  readonly sums: SourceSums;
  /** In the order of their first records. */
  readonly queries: readonly QueryRow[];
  readonly shards: readonly Shard[];
}

/**
 * @param parts how many parts were merged
 * @throws ShardError for a reference that is no source
 */
export async function reportOfSums(
  merged: MergedSums,
  parts: number,
  provenance: Provenance,
  created: Date,
): Promise<Report> {
  const { head, shards } = merged;
  const { settings } = head;
  const sources = [...merged.sources]
    .sort(([a], [b]) => compare(a, b))
    .map(([name, { file, sums }], id): MergedSource => {
      const own = shards.filter(({ source }) => source === name);
      return { id, name, file, sums, queries: sums.queries.ordered(), shards: own };
    });
  const names = sources.map(({ name }) => name);
  const unknown = settings.reference.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ShardError(
      `--reference: there is no source ${unknown.join(', ')}. The sources are ${names.join(', ')}.`,
    );
  }
  const isReference = ({ name }: MergedSource) => settings.reference.includes(name);
  const run = await runOf(sources, sources.map(isReference), merged);
  const reported = sources.map((source) => ({
    loaded: loadedSource(source),
    interpretation: source.file.interpretation,
    options: defaultLoadOptions((source.shards[0] as Shard).file),
    name: source.name,
    setting: SETTING,
    reference: isReference(source),
    sameAs: null,
    asMeant: false,
    lookedAt: false,
    margin: false,
    evaluation: null,
    files: source.shards.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 })),
  }));
  return buildReport({
    result: resultOf(run, reported),
    sources: reported,
    others: { companions: [], waiting: [], refused: [], unread: [] },
    rejects: head.rejects as unknown as readonly Reject[],
    provenance,
    created,
    outOfDate: false,
    weightings: settings.weightings,
    merged: {
      parts,
      shards: shards.length,
      encoder: head.encoder,
      idf: head.idf,
      left_out: LEFT_OUT,
    },
  });
}

async function runOf(
  sources: readonly MergedSource[],
  references: readonly boolean[],
  { head, shards }: MergedSums,
) {
  const { tau, weighting, weightings, tokenizer, idf_corpus, group, negatives, normalise, seed } =
    head.settings;
  const settings: RunSettings = {
    tau,
    weighting,
    tokenizer,
    idf_corpus,
    queries: 'all',
    group,
    sample: null,
    negatives,
    seed,
    batch_size: 0,
    normalise,
  };
  const stop = { rule: 'all' as const, level: LEVEL };
  const task = new Task();
  const results: SourceResult[] = [];
  const unitOf = unitsOfQueries(sources);
  for (const source of sources) results.push(await sourceResult(source, unitOf, weightings, weighting, task));
  const groups = sources.map(() => SETTING);
  const records = sources.reduce((sum, { sums }) => sum + sums.statistics.records, 0);
  const certainty = certaintyOfSums(
    sourcesByUnit(sources, unitOf),
    { stopped: null, looks: 1, request: { settings, stop }, records, texts: 0 },
    { tau, weighting, settings: groups, references },
    results.map(({ figures }) => figures),
  );
  const counted = (id: string, { sums }: MergedSource) => (id === 'same_text' ? sums.sameText : null);
  const result: RunResult = {
    settings,
    stop: { ...stop, ended: 'all-records' },
    encoder: null,
    device: {
      kind: 'wasm',
      threads: 1,
      adapter: null,
      reason: `no encoder is run: sums of ${shards.length} shards, in float64`,
    },
    idf_corpus: {
      mode: 'pooled-documents',
      texts: head.corpus.texts,
      distinct_tokens: head.corpus.distinct_tokens,
    },
    sources: results,
    certainty,
    random_baseline: null,
    findings: {
      sources: sources.map((source) => ({
        source: source.id,
        counts: Object.fromEntries(FINDINGS.map(({ id }) => [id, counted(id, source)])) as Record<
          (typeof FINDINGS)[number]['id'],
          number | null
        >,
      })),
      left_out: { other_positive: NEEDS_TEXTS, near_text: NEEDS_TEXTS },
    },
    overlap: null,
    pair_audit: {
      corner: null,
      random_share: null,
      sources: sources.map(({ id, sums, queries }) => ({
        source: id,
        pairs: sums.pairs,
        unrelated: null,
        near_positive: queries.reduce((count, { near }) => count + near, 0),
        stock: 0,
        stock_unrelated: null,
      })),
      shares: [],
    },
    file_findings: null,
    cost: {
      texts: 0,
      cached_texts: 0,
      encodes: 0,
      tokens: 0,
      padded_tokens: 0,
      cache: { kind: 'memory', note: null },
      seconds: { lexical: 0, visit: head.seconds, encoder_busy: 0, total: head.seconds },
    },
  };
  return result;
}

/**
 * The unit of a query by its hash, as a run over the whole files numbers them: queries in the order of their first
 * records, units in the order of their first queries.
 */
function unitsOfQueries(sources: readonly MergedSource[]): (query: string) => number {
  const places = new Map<string, number>();
  for (const { queries } of sources)
    for (const { key } of queries) if (!places.has(key)) places.set(key, places.size);
  const placeOf = (key: string) => places.get(key) as number;
  const groups = groupsOf(
    sources.map(({ sums }) => {
      const links = sums.queries.links();
      return {
        queries: links.map(([query]) => placeOf(query)),
        values: links.map(([, value]) => value),
      };
    }),
  );
  const first = [...places.values()].map((place) => groups.get(place) ?? place);
  const units = new Map([...new Set(first)].sort((a, b) => a - b).map((place, unit) => [place, unit]));
  return (query) => units.get(first[placeOf(query)] as number) as number;
}

async function sourceResult(
  { id, name, sums, queries }: MergedSource,
  unitOf: (query: string) => number,
  weightings: readonly WeightingId[],
  chosen: WeightingId,
  task: Task,
): Promise<SourceResult> {
  const { dimension: d, pairs } = sums;
  const figures: Partial<Record<WeightingId, MatrixFigures>> = {};
  for (const [w, weighting] of weightings.entries()) {
    const sum = sums.matrices[w] as UpperTriangle;
    const largest = await task.follow(largestEigenvalueInSlices(sum, d));
    const eci = logDetPlusIdentity(sum, d, 1 / pairs);
    figures[weighting] = { eci, trace: sums.trace(w), lambda_max: largest / pairs };
  }
  const { eci, lambda_max } = figures[chosen] as MatrixFigures;
  return {
    id,
    name,
    figures: {
      ...sums.statistics.statistics(),
      queries: queries.length,
      units: new Set(queries.map(({ key }) => unitOf(key))).size,
      dimension: d,
      eci,
      eci_per_dim: scorePerDimension(eci, d),
      lambda_max,
      weightings: figures,
      first_pairs: sums.firstRows(),
    },
    histograms: sums.statistics.histograms(),
  };
}

function sourcesByUnit(sources: readonly MergedSource[], unitOf: (query: string) => number): SourcesByUnit {
  const keys = sources.map(({ queries }) => new Set(queries.map(({ key }) => key)));
  const all = new Set(keys.flatMap((of) => [...of]));
  const units = new Set([...all].map(unitOf)).size;
  const sumsOf = (source: number, of: (row: QueryRow) => number): UnitSums => {
    const sums = new Float64Array(units);
    const pairs = new Float64Array(units);
    for (const row of (sources[source] as MergedSource).queries) {
      const unit = unitOf(row.key);
      sums[unit] = (sums[unit] as number) + of(row);
      pairs[unit] = (pairs[unit] as number) + row.pairs;
    }
    return { sums, pairs };
  };
  return {
    ids: sources.map(({ id }) => id),
    units,
    queries: all.size,
    traces: sources.map((_, s) => sumsOf(s, ({ trace }) => trace)),
    flag: (s, flag) => sumsOf(s, (row) => (flag === 'inversion' ? -row.inverted : row[flag])),
    shared: (a, b) => [...(keys[a] as Set<string>)].filter((key) => keys[b]?.has(key)).length,
  };
}

function loadedSource({ id, name, file, sums, shards }: MergedSource): LoadedSource {
  const [first] = shards as readonly [Shard, ...Shard[]];
  const counts: FileCounts = {
    ...file.entries,
    ...file.counts,
    recordsOfKnownPositives: 0,
    duplicateQueryIds: 0,
  };
  return {
    id,
    fileId: id,
    name,
    label: null,
    file: shards.length === 1 ? first.file : `${first.file} and ${shards.length - 1} more`,
    bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
    format: file.interpretation.words,
    placeKind: file.place_kind,
    counts,
    medianK: medianK(file.by_k),
    byK: file.by_k.map((row) => ({ ...row, first: null })),
    meetings: null,
    dimension: sums.dimension,
    scoreRange: null,
    warnings: file.field_signs,
    preflight: null,
  };
}
