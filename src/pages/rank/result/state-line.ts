/** The line under the headline: the conditions of the result. */

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
import type { Result } from '../../../report/result';
import type { Order, RankingView } from '../../../report/ranking';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day of a moment: `22:14`. */
function timeInWords(at: number): string {
  return TIME.format(at);
}

/** One part of the line; one of the two may be empty. */
export interface StatePart {
  readonly word: string;
  readonly value: string;
  readonly math?: boolean;
}

/** Encoder, temperature, weighting, records, time and device of a result. @param at when it was done */
export function statedConditions(result: Result, at: number): StatePart[] {
  const { device, cost } = result;
  return [
    ...conditions(result),
    {
      word: `ranked at ${timeInWords(at)} in ${formatDuration(cost.seconds.total)} on ${deviceInWords(device)}; ${sumsInWords(device)}`,
      value: '',
    },
  ];
}

/** The conditions that a second run would share: encoder, temperature, weighting, records. */
export function conditions(result: Result): StatePart[] {
  const { encoder, settings } = result;
  return [
    { word: 'Encoder', value: encoder.name },
    { word: 'τ', value: String(settings.tau) },
    { word: 'weighting', value: WEIGHTINGS[settings.weighting].formula.replaceAll(' ', ''), math: true },
    { word: recordsInWords(result), value: '' },
  ];
}

/** Behind intervals: level and units, as the last part of the conditions; none where no source shows one. */
export function intervalsOf({ order, rows }: RankingView): string[] {
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
