/** Numbers that the user writes for an experiment, in one field: read, or said to be wrong. */

import { formatCount } from '../../ui/words';

/** What a field holds: its value, or what is wrong with it and what to write. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

/** Numbers in one field at most: each is a scoring of all sources, or a source that is made. */
const MOST = 50;

/** Draws of samples: fewer give no band of 95 %, more say nothing new. */
const DRAWS = { least: 40, most: 10_000 };

/** Temperatures, ascending, each once: `0.03, 0.05, 0.1`. */
export function readTaus(text: string): Reading<readonly number[]> {
  return readList(text, (tau) => tau > 0, 'numbers above 0');
}

/** Shares of random passages, ascending, each once: `0, 0.25, 0.5`. */
export function readShares(text: string): Reading<readonly number[]> {
  return readList(text, (share) => share >= 0 && share <= 1, 'numbers from 0 to 1');
}

/** How many samples are drawn of each share of the records. */
export function readDraws(text: string): Reading<number> {
  return readWhole(text, DRAWS.least, DRAWS.most);
}

/** The seed of everything that is drawn: 32 bits. */
export function readSeed(text: string): Reading<number> {
  return readWhole(text, 0, 2 ** 32 - 1);
}

function readWhole(text: string, least: number, most: number): Reading<number> {
  const value = numberOf(text.trim());
  if (Number.isInteger(value) && value >= least && value <= most) return { value };
  const range = `from ${formatCount(least)} to ${formatCount(most)}`;
  return { problem: `Expected a whole number ${range}, found "${text.trim()}".` };
}

function readList(
  text: string,
  isRight: (value: number) => boolean,
  expected: string,
): Reading<readonly number[]> {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isRight(numberOf(word)));
  if (wrong !== undefined) return { problem: `Expected ${expected}, found "${wrong}".` };
  const value = [...new Set(words.map(numberOf))].sort((a, b) => a - b);
  if (value.length >= 2 && value.length <= MOST) return { value };
  return {
    problem: `Expected 2 to ${MOST} different ${expected}, with commas between them; found ${value.length}.`,
  };
}

/** NaN for what is no finite number. */
function numberOf(word: string): number {
  const value = word === '' ? NaN : Number(word);
  return Number.isFinite(value) ? value : NaN;
}
