/** Numbers, lists, names and signs as report and pages write them. Nothing here computes a figure. */

import type { UnitKind } from '../scoring/groups';

/** What is done of how much, and how fast. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Per second; null until it is known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

const NO_BREAK_SPACE = '\u00a0';

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const LIST = new Intl.ListFormat('en-GB');

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count with thousands marked: `2,910`. */
export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** A count as a word up to ten, in digits above: `three`, `11`. */
export function countInWords(count: number): string {
  return NUMBER_WORDS[count] ?? formatCount(count);
}

/** A count with its noun: `1 record`, `97 records`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** The lines that are to be said: those that are texts. */
export function told(lines: readonly (string | false | null | undefined)[]): string[] {
  return lines.filter((line) => typeof line === 'string');
}

/** Sampling units with their number: `97 queries`, `240 passages`, `12 groups by site`. */
export function countUnits(count: number, kind: UnitKind): string {
  if (kind === 'query') return countOf(count, 'query', 'queries');
  return kind === 'positive' ? countOf(count, 'passage') : `${countOf(count, 'group')} by ${kind}`;
}

/** What a button and a cure say: `Rank the first 5 of each`. */
export function rankFirst(negatives: number): string {
  return `Rank the first ${negatives === 1 ? '' : `${formatCount(negatives)} `}of each`;
}

/** `the first 5 negatives of each record`; null where all are taken. */
export function firstNegatives(negatives: number | null): string | null {
  if (negatives === null) return null;
  return negatives === 1
    ? 'the first negative of each record'
    : `the first ${formatCount(negatives)} negatives of each record`;
}

/** A score, a trace, a loss: four decimals below 10, fewer above, four digits for the very small. */
export function formatScore(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 0.01) return value.toPrecision(3).replace('e-', 'e−');
  if (size < 10) return value.toFixed(4);
  if (size < 1000) return value.toFixed(2);
  return WHOLE.format(value);
}

/** A mean of a gate, of [0, 1], to three decimals. */
export function formatMean(value: number): string {
  return value.toFixed(3);
}

/** A share of [0, 1] in per cent, to one decimal: `29.2 %`. */
export function formatPercent(share: number, decimals = 1): string {
  return `${(share * 100).toFixed(decimals)}${NO_BREAK_SPACE}%`;
}

/**
 * Two values that differ, written with as many decimals as it takes to see that they do.
 * @param format writes a value with a number of decimals
 * @param least decimals to start from
 */
export function formatApart(
  a: number,
  b: number,
  format: (value: number, decimals: number) => string,
  least: number,
): [string, string] {
  for (let decimals = least; decimals < 12; decimals++) {
    const pair: [string, string] = [format(a, decimals), format(b, decimals)];
    if (pair[0] !== pair[1]) return pair;
  }
  return [String(a), String(b)];
}

/** Names in a sentence: `a`, `a and b`, `a, b and c`. */
export function listInWords(items: readonly string[]): string {
  return LIST.format(items);
}

/** A size in bytes in the fitting unit: `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  // What would be written as 1000 is one of the next unit.
  while (value >= (unit === 0 ? 1000 : 999.5) && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? countOf(bytes, 'byte') : `${value.toFixed(value < 9.95 ? 1 : 0)} ${units[unit]}`;
}

/** A span of time in seconds, coarse: `9 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** `1,204 of 3,111 texts, 210 per second, 9 s left`. @param what is counted, in the plural; null: bytes */
export function paceInWords({ done, total, rate, secondsLeft }: Progress, what: string | null): string {
  const format = what === null ? formatBytes : formatCount;
  const parts = [`${format(done)} of ${format(total)}${what === null ? '' : ` ${what}`}`];
  if (rate !== null) parts.push(`${what !== null && rate < 10 ? rate.toFixed(1) : format(rate)} per second`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}

/** A measured span of time: one decimal below 10 s. */
export function formatDuration(seconds: number): string {
  if (seconds < 0.05) return 'under 0.1 s';
  return seconds < 9.95 ? `${seconds.toFixed(1)} s` : formatSeconds(seconds);
}

/** A value with a true minus sign: `−0.07`, `0.07`; no sign where the digits shown are zero. */
export function formatSigned(value: number, decimals = 2): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A difference, its sign always written: `+0.071`, `−0.012`. */
export function formatDifference(value: number, decimals = 3): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;
}

/** The words with a capital at their beginning. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A title inside a sentence. */
export function uncapitalised(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/**
 * Invisible characters: control characters except tab and line breaks, lone surrogates, marks that change the direction
 * of text, and what XML forbids.
 */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** A text from a file with its invisible characters as codes: `⟨U+0007⟩`. */
export function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (sign) => `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
