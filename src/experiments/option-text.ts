/** Options as the user writes them. */

import { formatCount } from '../ui/words';

/** What the user chose. The paper's values stand for the rest. */
export interface OwnOptions {
  /** Id of the source that controls and mixtures are built from. */
  readonly base?: number;
  /** Temperatures of the sweep. */
  readonly taus?: readonly number[];
  readonly shares?: readonly number[];
  /** Samples drawn of each share of the records. */
  readonly draws?: number;
}

/** What a field holds: its value, or what is wrong and what to write. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

export interface OptionField<Options> {
  readonly label: string;
  /** Width in letters. */
  readonly letters: number;
  /** The current value as text. */
  text(options: Options): string;
  read(text: string): Reading<OwnOptions>;
}

/** Most numbers in one field: each is a scoring of all sources or a source to make. */
const MOST = 50;

/** Distinct numbers separated by commas, ascending. @param key the option that they set */
export function listField<Key extends 'taus' | 'shares'>(
  label: string,
  letters: number,
  key: Key,
  isRight: (value: number) => boolean,
  expected: string,
): OptionField<Readonly<Record<Key, readonly number[]>>> {
  return {
    label,
    letters,
    text: (options) => options[key].join(', '),
    read(text) {
      const words = text.split(/[\s,;]+/).filter((word) => word !== '');
      const wrong = words.find((word) => !isRight(numberOf(word)));
      if (wrong !== undefined) return { problem: `Expected ${expected}, found "${wrong}".` };
      const values = [...new Set(words.map(numberOf))].sort((a, b) => a - b);
      if (values.length >= 2 && values.length <= MOST) return { value: { [key]: values } };
      return {
        problem: `Expected 2 to ${MOST} different ${expected}, with commas between them; found ${values.length}.`,
      };
    },
  };
}

/** A whole number in a range. @param of makes the option of it */
export function readWhole<T>(
  text: string,
  least: number,
  most: number,
  of: (value: number) => T,
): Reading<T> {
  const value = numberOf(text.trim());
  if (Number.isInteger(value) && value >= least && value <= most) return { value: of(value) };
  const range = `from ${formatCount(least)} to ${formatCount(most)}`;
  return { problem: `Expected a whole number ${range}, found "${text.trim()}".` };
}

/** The seed of everything drawn: 32 bits. */
export function readSeed(text: string): Reading<number> {
  return readWhole(text, 0, 2 ** 32 - 1, (seed) => seed);
}

/** NaN for anything but a finite number. */
function numberOf(word: string): number {
  const value = word === '' ? NaN : Number(word);
  return Number.isFinite(value) ? value : NaN;
}
