/** A result as page, tables and figure show it: a row for each source, in groups by setting. */

import type { AuditStatistics, Flag } from '../scoring/audit';
import { orderOf, type RankRange } from '../scoring/orders';
import type { Histograms } from '../scoring/statistics';
import type { ReportSource, ReportVerdict, Result } from './result';

/** How a source is shown: its key in the run and on the page, and its 0-based place in the palette. */
export interface Shown {
  readonly id: number;
  readonly key: number;
  readonly colour: number;
}

/** One source. During a run `figures` and `verdict` are null, and score, records and gates are those so far. */
export interface RankedSource extends Shown {
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  readonly records: number;
  readonly eci: number | null;
  /** Interval of the score; null where none is known. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly figures: ReportSource | null;
  /** The means of the gates; null before there are any. */
  readonly gates: AuditStatistics | null;
  readonly histograms: Histograms | null;
  readonly verdict: ReportVerdict | null;
  /** Its possible ranks in its setting; null where it has none, and during a run. */
  readonly rank: RankRange | null;
  /** Of the means outside the range. */
  readonly flags: readonly Flag[];
}

/** What is known of the order, of a result or of a run under way. Sources by name. */
export type Order = Pick<Result['certainty'], 'level' | 'units' | 'units_used' | 'pairs'>;

/** Two sources of one setting; `a` scores higher so far. */
export type OrderPair = Order['pairs'][number];

/** Sources of one setting, each part by score; those without a score come last. */
export interface SettingGroup {
  readonly setting: string;
  /** In the ranking; during a run all of them. */
  readonly ranked: readonly RankedSource[];
  readonly unranked: readonly RankedSource[];
  /** All of them, from the top down. */
  readonly rows: readonly RankedSource[];
}

/** `result` is null during a run, `order` before any is known; `rows` are in load order. */
export interface RankingView {
  readonly result: Result | null;
  readonly order: Order | null;
  readonly groups: readonly SettingGroup[];
  readonly rows: readonly RankedSource[];
}

/** A result as it is shown. @param shown how its source of a name, at a place, is shown */
export function rankingOf(
  result: Result,
  shown: (name: string, place: number) => Shown = (_, place) => ({ id: place, key: place, colour: place }),
): RankingView {
  const { audit, certainty, verdict } = result;
  const rows = Object.entries(result.sources).map(([name, figures], place): RankedSource => {
    const judged = verdict.sources[name] ?? null;
    return {
      ...shown(name, place),
      name,
      setting: figures.setting,
      reference: audit.reference.includes(name),
      records: figures.records,
      eci: figures.eci,
      interval: knownInterval(certainty.scores[name]),
      figures,
      gates: figures,
      // The stored demo has none.
      histograms: (figures.histograms as Histograms | undefined) ?? null,
      verdict: judged,
      rank: judged?.rank ?? null,
      flags: judged?.flags.map(({ flag }) => flag) ?? [],
    };
  });
  return { result, order: certainty, groups: groupsOf(rows, false), rows };
}

/** A run under way, or nothing. */
export function runningRanking(rows: readonly RankedSource[], order: Order | null): RankingView {
  return { result: null, order, groups: groupsOf(rows, true), rows };
}

/** An interval as it is shown; null where an end is not known. */
export function knownInterval(
  interval: { readonly low: number | null; readonly high: number | null } | undefined,
): RankedSource['interval'] {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? null : { low, high };
}

function groupsOf(rows: readonly RankedSource[], running: boolean): SettingGroup[] {
  return [...new Set(rows.map(({ setting }) => setting))].map((setting) => {
    const members = rows.filter((row) => row.setting === setting);
    const byScore = orderOf(members.map(({ eci }) => eci ?? -Infinity)).flatMap(
      (place) => members[place] ?? [],
    );
    const ranked = byScore.filter(({ rank }) => running || rank !== null);
    const unranked = byScore.filter((row) => !ranked.includes(row));
    return { setting, ranked, unranked, rows: [...ranked, ...unranked] };
  });
}

/** The pair of two sources, whichever leads; undefined where they are not compared. */
export function pairOf(order: Order, one: string, other: string): OrderPair | undefined {
  return order.pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

/** Whether a finding bars its rank. */
export function isBarred({ verdict }: { readonly verdict: Pick<ReportVerdict, 'unranked'> | null }): boolean {
  return verdict?.unranked === 'stop' || verdict?.unranked === 'small';
}
