/** What a run that may end early has read so far, and whether it may end there. */

import { haveSamePairs, type SourceOverlaps } from '../candidates/overlaps';
import { FEWEST_UNITS, looksOf } from '../scoring/certainty/intervals';
import { planUnits, type UnitPlan } from '../scoring/certainty/units';
import type { FileFindings } from '../scoring/file-findings';
import { selectPairs } from '../scoring/pairs';
import { standingsOf, type JudgedSource, type Standing } from '../scoring/stops';
import { countTexts, recordsOf, type RecordPlace } from './blocks';
import type { Certainty, PairAudit } from './result';
import { distinctQueries, partOf, type SourceData } from './source-data';
import type { RunRequest } from './types';

/** Of the whole files, and what of it was read. */
interface Read {
  readonly used: number;
  readonly total: number;
}

/** What is known when a run stops early. */
export interface StoppedOrder {
  readonly units: Read;
  /** Distinct queries. */
  readonly queries: Read;
  /** By source: the unit of each scored record, among the units of the whole files. */
  readonly plan: UnitPlan;
  /** Records and distinct texts of the whole files. */
  readonly records: number;
  readonly texts: number;
  /** True where the user asked for the stop. */
  readonly byUser: boolean;
}

/** The whole of what a run was asked to read. */
export interface WholeRun {
  readonly sources: readonly SourceData[];
  /** Units in the order in which they are read. */
  readonly plan: UnitPlan;
  /** Units at which the run looks, its end included. */
  readonly looks: readonly number[];
  readonly queries: number;
  readonly records: number;
  readonly texts: number;
}

export function wholeRun(sources: readonly SourceData[], { stop }: Pick<RunRequest, 'stop'>): WholeRun {
  const plan = planUnits(sources.map(({ turns }) => turns));
  return {
    sources,
    plan,
    looks: looksOf(plan.units, stop.rule !== 'all'),
    queries: distinctQueries(sources),
    records: sources.reduce((sum, { structure }) => sum + structure.queries.length, 0),
    texts: countTexts(sources),
  };
}

/** Whether the run looks between two blocks: all records of as many units as a look takes were read. */
export function isLook(
  { plan, looks }: WholeRun,
  before: readonly RecordPlace[],
  next: readonly RecordPlace[],
): boolean {
  const [last, first] = [before.at(-1), next[0]].map((place) => place && unitOf(plan, place));
  return first !== undefined && first !== last && looks.includes(first);
}

function unitOf({ of }: UnitPlan, { source, record }: RecordPlace): number {
  return of[source]?.[record] as number;
}

/** The sources with the records of some blocks alone, and what a run knows that ends after them. */
export function readOf(
  { sources, plan, queries, records, texts }: WholeRun,
  blocks: readonly (readonly RecordPlace[])[],
  byUser: boolean,
): { readonly sources: readonly SourceData[]; readonly stopped: StoppedOrder } {
  const read = sources.map((_, s) => Int32Array.from(blocks.flatMap((block) => recordsOf(block, s))).sort());
  const parts = sources.map((source, s) =>
    partOf(source, selectPairs(source.columns.offsets, read[s] as Int32Array)),
  );
  const last = blocks.at(-1)?.at(-1);
  return {
    sources: parts,
    stopped: {
      // The last of them perhaps in part.
      units: { used: last ? unitOf(plan, last) + 1 : 0, total: plan.units },
      queries: { used: distinctQueries(parts), total: queries },
      plan: {
        units: plan.units,
        of: plan.of.map((units, s) => (read[s] as Int32Array).map((record) => units[record] as number)),
      },
      records,
      texts,
      byUser,
    },
  };
}

/** A source as its file and its figures so far say it. */
interface AskedSource extends Pick<JudgedSource, 'id' | 'reference' | 'misread' | 'file' | 'same'> {
  readonly setting: string;
  readonly trace: number;
}

/** What bars each source, in the order given. Sources of one setting are held against each other. */
export function standingsIn(
  sources: readonly AskedSource[],
  { scores }: Pick<Certainty, 'scores'>,
  { random_share: random, pairs, shares }: PairAudit,
): (Standing & Pick<JudgedSource, 'small'>)[] {
  const judged = sources.map(({ trace, ...source }) => {
    const small = (scores[source.id]?.effective_units ?? 0) < FEWEST_UNITS || !(trace > 0);
    return { ...NO_PAIRS, ...pairs[source.id], ...source, small };
  });
  const shareOf = (source: string, beside: string) =>
    shares.find((share) => share.source === source && share.beside === beside)?.random ?? null;
  const standings = new Map(
    [...new Set(sources.map(({ setting }) => setting))].flatMap((setting) => [
      ...standingsOf(
        judged.filter((source) => source.setting === setting),
        random,
        shareOf,
      ),
    ]),
  );
  return judged.map(({ id, small }) => ({ ...(standings.get(id) as Standing), small }));
}

const NO_PAIRS = { pairs: 0, unrelated: null, stock: 0, stock_unrelated: null };

/**
 * Whether a run may end at a look: what bars a source is settled for each of them, two sources of a setting are left, and the
 * order of all that are left. Sources with the same pairs are one.
 * @param overlaps of the whole files
 * @param files what is wrong with each whole file
 * @param certainty with errors divided by the looks, as in `audit`; both of the records scored so far, as the traces
 */
export function isSettled(
  overlaps: SourceOverlaps,
  asked: RunRequest['sources'],
  files: readonly FileFindings[],
  { certainty, audit, traces }: { certainty: Certainty; audit: PairAudit; traces: readonly number[] },
): boolean {
  const ids = asked.map(({ id }) => String(id));
  const sources = asked.map((source, s) => {
    const id = ids[s] as string;
    const same = ids.find((other) => other === id || haveSamePairs(overlaps, other, id)) ?? id;
    return { ...source, id, same, trace: traces[s] ?? 0, file: files[s] as FileFindings };
  });
  const standings = standingsIn(sources, certainty, audit);
  const left = new Map(sources.flatMap(({ id, same }, s) => (standings[s]?.stopped ? [] : [[id, same]])));
  const races = certainty.pairs.filter(
    ({ a, b }) => left.has(a) && left.has(b) && left.get(a) !== left.get(b),
  );
  return (
    races.length > 0 &&
    races.every(({ status }) => status === 'separated') &&
    standings.every(({ settled }) => settled)
  );
}
