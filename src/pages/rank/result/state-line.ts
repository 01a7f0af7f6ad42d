/** The line under the ranking: the conditions of the result, and when it was made. */

import type { DeviceReport } from '../../../encoder/device-choice';
import { sumsInWords } from '../../../engine/large';
import type { RankingView } from '../../../report/ranking';
import type { Report, Result } from '../../../report/result';
import { onSharedAlone } from '../../../scoring/overlap';
import { WEIGHTINGS } from '../../../scoring/weightings';
import {
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatDuration,
  formatPercent,
  listInWords,
  told,
} from '../../../ui/words';

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Day and time of a moment here: `28 November 2026 at 13:43`; '' of none. */
export function momentInWords(at: number): string {
  return Number.isNaN(at) ? '' : MOMENT.format(at);
}

/** Of an opened report: `a report merged from 64 shards in 8 parts, by Negscope 0.1.0, 23 November 2026 at 14:02: Encoder …` */
export function madeInWords({ merged, negscope, created, ...result }: Report): string {
  const from = merged
    ? ` merged from ${countOf(merged.shards, 'shard')} in ${countOf(merged.parts, 'part')}`
    : '';
  const made = momentInWords(Date.parse(created));
  return `a report${from}, by Negscope ${negscope.version}, ${made}: ${chosen(result).join(' · ')}.`;
}

/** What the ranking is of, for a page that says the rest elsewhere: records, intervals, and how a ranked source outside is read. */
export function scopeOf({ order, rows }: RankingView, result: Result): string[] {
  const hasIntervals = order && rows.some(({ interval }) => interval !== null);
  const { count, kind } = order?.units ?? { count: 0, kind: 'query' };
  const { reference, reference_left: left } = result.audit;
  const unused = reference.filter((name) => !left.includes(name));
  const used = order && order.units_used < count ? `${formatCount(order.units_used)} of ` : '';
  return told([
    recordsInWords(result),
    hasIntervals && `intervals: ${formatPercent(order.level, 0)}, over ${used}${countUnits(count, kind)}`,
    rows.some(({ rank, flags }) => rank !== null && flags.length > 0) && 'Outside means look, not worse.',
    unused.length > 0 && `not used as reference, because of findings: ${listInWords(unused)}`,
  ]);
}

/** Under which encoder, temperature and weighting it was ranked, when, and where. @param at in milliseconds since 1970 */
export function rankedInWords(result: Result, at: number): string {
  const { device, cost } = result;
  const ranked = `ranked ${momentInWords(at)} in ${formatDuration(cost.seconds.total)} on ${deviceInWords(device)}; ${sumsInWords(device)}`;
  return [...chosen(result), ranked].join(' · ');
}

/** Encoder, temperature, weighting, records: they tell one result of the visit from another. */
export function conditions(result: Result): string[] {
  return [...chosen(result), recordsInWords(result)];
}

/** What a second run would have to choose alike. */
export function chosen({ encoder, settings }: Pick<Result, 'encoder' | 'settings'>): string[] {
  const { formula } = WEIGHTINGS[settings.weighting];
  return [`Encoder ${encoder.name}`, `τ ${settings.tau}`, `weighting ${formula.replaceAll(' ', '')}`];
}

/** `163 records per source, 652 pairs`; least to most if sources differ. */
function recordsInWords({ settings, sources, overlap }: Result): string {
  const records = Object.values(sources).map((source) => source.records);
  const [least, most] = [Math.min(...records), Math.max(...records)];
  const range = least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const isShared = overlap?.shared.some(({ queries }) => onSharedAlone(settings.queries, queries)) === true;
  return told([
    `${range} record${most === 1 ? '' : 's'} per source${isShared ? ', of the queries they share' : ''}`,
    settings.sample !== null && `a sample with seed ${settings.seed}`,
    firstNegatives(settings.negatives),
    countOf(pairs, 'pair'),
  ]).join(', ');
}

/** `97 of 812 texts (11.9 %) are longer than 128 tokens.`, and what follows; empty where none is. */
export function cutInWords({ encoder, cost }: Pick<Result, 'encoder' | 'cost'>): string {
  const { texts, cut_texts: cut = 0 } = cost;
  if (cut === 0 || !('settings' in encoder)) return '';
  const read = formatCount(encoder.settings.max_tokens);
  const share = `${formatCount(cut)} of ${countOf(texts, 'text')} (${formatPercent(cut / texts)})`;
  const longer = `${share} ${cut === 1 ? 'is' : 'are'} longer than ${read} tokens`;
  return `${longer}. The encoder read only their first ${read}.`;
}

/** `processor`, `wasm, 2 threads`, `native, 2 threads`, `WebGPU, apple metal-3`, `WebGPU, google swiftshader (software)`. */
function deviceInWords(device: DeviceReport): string {
  const { kind, threads } = device;
  if (kind === 'javascript') return 'processor';
  if (kind !== 'webgpu') return `${kind}, ${threads === 1 ? '1 thread' : `${threads} threads`}`;
  const { adapter } = device;
  if (!adapter) return 'WebGPU';
  const name = [adapter.vendor, adapter.architecture].filter((word) => word !== '').join(' ');
  return `WebGPU${name ? `, ${name}` : ''}${adapter.fallback ? ' (software)' : ''}`;
}
