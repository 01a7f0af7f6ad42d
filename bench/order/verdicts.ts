/**
 * Who gets a rank? Random passages or copies of the positive are put into a real miner's source, which is then held against
 * the clean miners: how often the mix gets a rank, how often a clean source is barred, and when audit and order are settled.
 */

import { certaintyOfSums } from '../../src/engine/certainty';
import { blocksOf, recordsOf, scoredPart, type RecordPlace } from '../../src/engine/blocks';
import { OrderWatch, type StoppedOrder } from '../../src/engine/order-watch';
import { cornerOfRun, pairAuditOf } from '../../src/engine/pair-audit';
import type { QuerySums } from '../../src/engine/query-sums';
import type { SourceFigures } from '../../src/engine/results';
import { partOf, type SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import { ForeignSupplies, withForeign } from '../../src/experiments/foreign';
import { ofFigures } from '../../src/report/scored-source';
import { verdictOf, type Verdict } from '../../src/report/verdict';
import { FLAG_QUANTITIES, kindQuantities } from '../../src/scoring/certainty/flags';
import { planUnits, traceQuantity, UnitTallies, type UnitPlan } from '../../src/scoring/certainty/units';
import { fileFindings } from '../../src/scoring/file-findings';
import { KnownPositives } from '../../src/scoring/findings';
import { keptPairs, pairRange, selectPairs } from '../../src/scoring/pairs';
import { seededRandom, shuffled } from '../../src/scoring/random';
import { gatePairs } from '../../src/scoring/gated-pairs';
import { gatedSource } from '../../src/scoring/statistics';
import type { Corner } from '../../src/scoring/unrelated';
import { RUN_SETTINGS } from '../../tests/support/results';
import type { AuditFile } from '../audit/real-files';

/** What is put into a source. At a share of 0 the source is clean: half of the negatives of each of its records. */
export interface Mix {
  readonly foreign: 'random' | 'copies';
  readonly share: number;
}

export const MIXES: readonly Mix[] = [
  { foreign: 'random', share: 0 },
  { foreign: 'random', share: 0.02 },
  { foreign: 'random', share: 0.05 },
  { foreign: 'random', share: 0.1 },
  { foreign: 'random', share: 0.3 },
  { foreign: 'random', share: 1 },
  { foreign: 'copies', share: 0.05 },
  { foreign: 'copies', share: 0.3 },
];

/** Of some runs of one mix. */
export interface MixRow {
  readonly source: string;
  readonly mix: Mix;
  /** Shares of the runs in which it has a rank: all read, and stopped once audit and order were certain. */
  readonly whole: number;
  readonly stopped: number;
  /** Share of the whole runs whose interval of the share of random passages holds what was put in; null for copies. */
  readonly held: number | null;
  /** Share of the runs that stopped before the last query. */
  readonly early: number;
  /** Medians of the queries after which audit and order were settled; null where seldom. */
  readonly audited: number | null;
  readonly ordered: number | null;
}

const LEVEL = 0.95;
const { tau, weighting } = RUN_SETTINGS;

/**
 * @param base place of the miner that is mixed; all miners of the file are the references
 * @param queries distinct queries of a run, drawn with replacement; null: the file's own
 */
export async function mixRow(
  file: AuditFile,
  base: number,
  mix: Mix,
  queries: number | null,
  runs: number,
): Promise<MixRow> {
  const corner = cornerOfRun(file.run);
  if (corner === null) throw new Error('There are too few passages to draw random ones from.');
  const references = file.references.map((place) => file.run.sources[place] as SourceData);
  const own = file.run.sources[base] as SourceData;
  const supplies = new ForeignSupplies(file.run, own);
  const found = { whole: 0, stopped: 0, early: 0, held: 0 };
  const audited: number[] = [];
  const ordered: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const random = seededRandom(run);
    const mixed = { ...(await mixedSource(own, supplies, mix, random)), id: -1, name: 'new' };
    const all = drawn([...references, mixed], queries, random);
    // A clean source is another draw of the miner's negatives, for each drawn query anew.
    const sources = all.map((one) => (mix.share === 0 && !isReference(one) ? halfOf(one, random) : one));
    const whole = await verdict(file, sources, null, corner);
    found.whole += Number(hasRank(whole));
    found.held += Number(holds(whole, mix.share));
    const watched = await watch(sources, corner);
    found.stopped += Number(hasRank(await verdict(file, watched.sources, watched.stopped, corner)));
    found.early += Number(watched.early);
    audited.push(watched.audited);
    ordered.push(watched.ordered);
  }
  return {
    source: file.names[base] ?? '',
    mix,
    whole: found.whole / runs,
    stopped: found.stopped / runs,
    held: mix.foreign === 'random' ? found.held / runs : null,
    early: found.early / runs,
    audited: median(audited),
    ordered: median(ordered),
  };
}

async function mixedSource(
  own: SourceData,
  supplies: ForeignSupplies,
  { foreign, share }: Mix,
  random: () => number,
): Promise<SourceData> {
  if (share === 0) return own;
  const supply = foreign === 'random' ? supplies.random : supplies.copies(Infinity);
  const made = withForeign(own.structure, [{ share, supply, repeats: foreign === 'copies' }], () => random);
  return supplies.measured(made, new Task());
}

/** Half of the negatives of each record, drawn. */
function halfOf(source: SourceData, random: () => number): SourceData {
  const { offsets } = source.columns;
  const gone = new Uint8Array(offsets.at(-1) ?? 0);
  for (let record = 0; record < offsets.length - 1; record++) {
    const { start, end } = pairRange(offsets, record);
    const places = shuffled(
      Array.from({ length: end - start }, (_, k) => start + k),
      random,
    );
    for (const pair of places.slice(0, Math.floor(places.length / 2))) gone[pair] = 1;
  }
  return partOf(source, keptPairs(offsets, gone));
}

/**
 * Records of the same queries of every source, in one random order of their units. Where queries are drawn with
 * replacement, each is a query and a unit of its own.
 */
function drawn(sources: readonly SourceData[], queries: number | null, random: () => number): SourceData[] {
  const places = sources.map(
    ({ structure }) => new Map(Array.from(structure.queries, (query, record) => [query, record])),
  );
  const pool = [...(places[0]?.keys() ?? [])].filter((query) => places.every((of) => of.has(query)));
  const first = sources[0] as SourceData;
  const unitOf = (query: number) => first.units[places[0]?.get(query) as number] as number;
  const placeOf = new Map(
    shuffled([...new Set(pool.map(unitOf))], random).map((unit, place) => [unit, place]),
  );
  const order =
    queries === null
      ? pool.toSorted((a, b) => (placeOf.get(unitOf(a)) ?? 0) - (placeOf.get(unitOf(b)) ?? 0))
      : Array.from({ length: queries }, () => pool[Math.floor(random() * pool.length)] as number);
  const units = Int32Array.from(order, (query, i) =>
    queries === null ? (placeOf.get(unitOf(query)) ?? 0) : i,
  );
  return sources.map((source, s) => {
    const records = Int32Array.from(order, (query) => places[s]?.get(query) as number);
    const part = partOf(source, selectPairs(source.columns.offsets, records));
    return {
      ...part,
      structure: { ...part.structure, queries: Int32Array.from(order.keys()) },
      priorities: Float64Array.from(order, (_, i) => i / order.length),
      units,
      turns: Float64Array.from(units),
    };
  });
}

function isReference({ id }: SourceData): boolean {
  return id !== -1;
}

interface Watched {
  readonly sources: readonly SourceData[];
  /** Null where every record was drawn. */
  readonly stopped: StoppedOrder | null;
  readonly early: boolean;
  /** Queries drawn when it was settled; Infinity where it was not. */
  readonly audited: number;
  readonly ordered: number;
}

/** A run until audit and order are certain, by the engine's blocks and its watch; scores are traces. */
async function watch(sources: readonly SourceData[], corner: Corner): Promise<Watched> {
  const blocks = blocksOf(sources, true);
  const asked = sources.map((source) => ({ setting: '', reference: isReference(source), margin: false }));
  const positives = new KnownPositives([]);
  const files = sources.map(({ structure }) => fileFindings(structure, positives));
  const watched = new OrderWatch(sources, blocks, {
    asked,
    range: null,
    files,
    gating: { tau, weighting, group: 'positive' },
    level: LEVEL,
  });
  const scored: RecordPlace[][] = [];
  const first = { audited: Infinity, ordered: Infinity };
  const traces = () => Promise.resolve(watched.tracesSoFar());
  let queries = 0;
  for (const [index, all] of blocks.entries()) {
    const skipped = watched.placed;
    const block = all.filter(({ source }) => !skipped.has(source));
    for (const s of sources.keys()) watched.add(s, recordsOf(block, s));
    scored.push(block);
    queries = Math.max(queries, ...block.map(({ record }) => record + 1));
    await watched.look(index, skipped, traces);
    await watched.audit(() => Promise.resolve(corner));
    if (watched.isAudited) first.audited = Math.min(first.audited, queries);
    if (watched.isOrdered) first.ordered = Math.min(first.ordered, queries);
    if (watched.isCertain) break;
  }
  const early = scored.length < blocks.length;
  if (scored.every((block, i) => block.length === blocks[i]?.length) && !early) {
    return { sources, stopped: null, early, ...first };
  }
  const { records, sources: part } = scoredPart(sources, scored);
  return { sources: part, stopped: watched.stopped(records, false), early, ...first };
}

/** What the page would say; scores are traces. */
async function verdict(
  file: AuditFile,
  sources: readonly SourceData[],
  stopped: StoppedOrder | null,
  corner: Corner,
): Promise<Verdict> {
  const plan = stopped?.plan ?? planUnits(sources.map(({ units }) => units));
  const sums = sumsOf(sources, plan, corner);
  const figures = sources.map((source) => {
    const { columns, structure } = source;
    const { statistics } = gatedSource(columns, { tau, weighting });
    const queries = new Set(structure.queries).size;
    const units = new Set(source.units).size;
    return { ...statistics, queries, units, eci: statistics.trace } as SourceFigures;
  });
  const references = sources.map(isReference);
  const settings = sources.map(() => '');
  const request = {
    settings: RUN_SETTINGS,
    stop: { rule: 'certain' as const, level: LEVEL },
    sources: sources.map(({ id, name }, s) => ({
      id,
      name,
      setting: '',
      reference: references[s] ?? false,
    })),
  };
  const certainty = await certaintyOfSums(
    sums,
    { stopped, request, records: 0, texts: 0 },
    { tau, weighting, settings, references },
    figures,
    new Task(),
    'normal',
  );
  const positives = new KnownPositives([]);
  const run = {
    settings: RUN_SETTINGS,
    stop: {
      ...request.stop,
      ended: stopped === null ? ('all-records' as const) : ('order-certain' as const),
    },
    certainty,
    encoder: { name: 'potion-base-2M', bundled: false },
    random_baseline: null,
    overlap: null,
    own_mining: [],
    file_findings: null,
    pair_audit: pairAuditOf({ sources, randomBaseline: file.run.randomBaseline }),
  };
  return verdictOf(
    sources.map((source, s) => {
      const { copies, pairs } = fileFindings(source.structure, positives);
      const found = figures[s] as SourceFigures;
      return {
        id: source.id,
        key: source.id,
        colour: s,
        name: source.name,
        setting: '',
        reference: references[s] ?? false,
        medianK: 1,
        kOfMost: 1,
        warnings: [],
        negativesEqualPositive: copies,
        knownPositives: null,
        negatives: pairs,
        duplicateNegatives: 0,
        sameAs: null,
        margin: false,
        ...ofFigures(found),
        interval: null,
        runningTrace: null,
        flagsSoFar: [],
        histograms: null,
      };
    }),
    run,
  );
}

function sumsOf(sources: readonly SourceData[], plan: UnitPlan, corner: Corner): QuerySums {
  const quantities = { trace: traceQuantity, ...FLAG_QUANTITIES, ...kindQuantities(corner) };
  const sums = sources.map(({ columns, structure }, s) => {
    const gated = gatePairs(columns, { tau, weighting });
    const tallies = new UnitTallies(plan.units, gated, plan.of[s] as Int32Array, quantities);
    tallies.add(structure.queries.keys());
    return tallies.by;
  });
  return {
    ids: sources.map(({ id }) => id),
    units: plan.units,
    queries: new Set(sources.flatMap(({ structure }) => Array.from(structure.queries))).size,
    traces: sums.map(({ trace }) => trace),
    quantity: (s, mean) => (sums[s] as (typeof sums)[number])[mean],
    foreign: { unrelated: corner.random_share, near_positive: 1 },
    shared: () => plan.units,
  };
}

function hasRank({ sources }: Verdict): boolean {
  return sources.find(({ source }) => source.id === -1)?.rank !== null;
}

/** Whether the interval of the share of random passages holds it. */
function holds({ sources }: Verdict, share: number): boolean {
  const { excess_low: low = null, excess_high: high = null } =
    sources.find(({ source }) => source.id === -1)?.pairs?.unrelated ?? {};
  return low !== null && high !== null && low <= share && share <= high;
}

/** Null where fewer than half are finite. */
function median(values: readonly number[]): number | null {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
  return Number.isFinite(middle) ? middle : null;
}
