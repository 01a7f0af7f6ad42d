/** The line under the ranking: the conditions of the result, and when it was made. */

import { deviceInWords } from '../../../app/device-words';
import { sumsInWords } from '../../../engine/large';
import {
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatDuration,
  formatPercent,
} from '../../../ui/words';
import { onSharedAlone } from '../../../scoring/overlap';
import { WEIGHTINGS } from '../../../scoring/weightings';
import type { Report, Result } from '../../../report/result';
import type { Order, RankingView } from '../../../report/ranking';

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Day and time of a moment here: `28 November 2026 at 13:43`; '' of none. */
export function momentInWords(at: number): string {
  return Number.isNaN(at) ? '' : MOMENT.format(at);
}

/** Of an opened report: `a report merged from 64 shards in 8 parts, by Negscope 0.1.0, 23 November 2026 at 14:02.` */
export function madeInWords({
  merged,
  negscope,
  created,
}: Pick<Report, 'merged' | 'negscope' | 'created'>): string {
  const made = momentInWords(Date.parse(created));
  const from = merged
    ? ` merged from ${countOf(merged.shards, 'shard')} in ${countOf(merged.parts, 'part')}`
    : '';
  return `a report${from}, by Negscope ${negscope.version}${made === '' ? '' : `, ${made}`}.`;
}

/** Encoder, τ, weighting, records, and what intervals are over: what a second run would share. */
export function statedOf(view: RankingView, result: Result): string[] {
  return [...conditions(result), ...intervalsOf(view)];
}

/** What the ranking is of, for a page that says the rest elsewhere: records, intervals, and how a ranked source outside is read. */
export function scopeOf(view: RankingView, result: Result): string[] {
  const isOutside = view.rows.some(({ rank, flags }) => rank !== null && flags.length > 0);
  return [
    recordsInWords(result),
    ...intervalsOf(view),
    ...(isOutside ? ['Outside means look, not worse.'] : []),
  ];
}

/** Under which encoder, temperature and weighting it was ranked, when, and where. @param at in milliseconds since 1970 */
export function rankedInWords(result: Result, at: number): string[] {
  const { device, cost } = result;
  return [
    ...chosen(result),
    `ranked ${momentInWords(at)} in ${formatDuration(cost.seconds.total)} on ${deviceInWords(device)}; ${sumsInWords(device)}`,
  ];
}

/** Encoder, temperature, weighting, records: they tell one result of the visit from another. */
export function conditions(result: Result): string[] {
  return [...chosen(result), recordsInWords(result)];
}

function chosen({ encoder, settings }: Result): string[] {
  return [
    `Encoder ${encoder.name}`,
    `τ ${settings.tau}`,
    `weighting ${WEIGHTINGS[settings.weighting].formula.replaceAll(' ', '')}`,
  ];
}

/** Behind intervals: level and units, as the last part of the conditions; none where no source shows one. */
function intervalsOf({ order, rows }: RankingView): string[] {
  return order && rows.some(({ interval }) => interval !== null) ? [intervalInWords(order)] : [];
}

/** Over how many units an interval is. */
function intervalInWords({ level, units_used: units, units: { count, kind } }: Order): string {
  const used = units < count ? `${formatCount(units)} of ` : '';
  return `intervals: ${formatPercent(level, 0)}, over ${used}${countUnits(count, kind)}`;
}

/** True where sources with different queries were scored on those that they share. */
function onSharedQueries({ settings, overlap }: Result): boolean {
  return overlap?.shared.some(({ queries }) => onSharedAlone(settings.queries, queries)) === true;
}

/** `163 records per source, 652 pairs`; least to most if sources differ. */
function recordsInWords(result: Result): string {
  const { settings } = result;
  const sources = Object.values(result.sources);
  const records = sources.map((source) => source.records);
  const least = Math.min(...records);
  const most = Math.max(...records);
  const range = least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
  const pairs = sources.reduce((sum, { negatives }) => sum + negatives, 0);
  const compared = onSharedQueries(result) ? ', of the queries they share' : '';
  const sampled = settings.sample === null ? '' : `, a sample with seed ${settings.seed}`;
  const first = firstNegatives(settings.negatives);
  const cut = first === null ? '' : `, ${first}`;
  return `${range} record${most === 1 ? '' : 's'} per source${compared}${sampled}${cut}, ${countOf(pairs, 'pair')}`;
}
