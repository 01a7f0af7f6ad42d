/** Numbers and lists as report and pages write them. Nothing here computes a figure. */

const NO_BREAK_SPACE = '\u00a0';

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count with thousands marked: `2,910`. */
export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** A count as a word up to ten, in figures beyond: `three`, `11`. */
export function countInWords(count: number): string {
  return NUMBER_WORDS[count] ?? formatCount(count);
}

/** A count with its noun: `1 record`, `97 records`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
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
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
