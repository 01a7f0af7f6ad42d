/** Values as text in an address. */

/** How one value is written in the address. */
export interface Codec<T> {
  readonly name: string;
  /** Undefined if the text has no meaning here. */
  read(text: string): T | undefined;
  write(value: T): string;
}

/** A number rounded to that many decimals. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** A number of [least, most], not rounded; undefined for other text. */
export function readNumber(text: string, least: number, most: number): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** A number of [least, most], rounded to that many decimals. */
export function number(name: string, least: number, most: number, digits: number): Codec<number> {
  return {
    name,
    read(text) {
      const value = readNumber(text, least, most);
      return value === undefined ? undefined : rounded(value, digits);
    },
    write: String,
  };
}

/** One of some known words. */
export function oneOf<T extends string>(name: string, known: readonly T[]): Codec<T> {
  return { name, read: (text) => known.find((value) => value === text), write: (value) => value };
}

/** Some of the known values, in their known order. */
export function listOf<T extends string | number>(name: string, known: readonly T[]): Codec<readonly T[]> {
  return {
    name,
    read(text) {
      const words = text === '' ? [] : text.split(',');
      return words.every((word) => known.some((value) => String(value) === word))
        ? known.filter((value) => words.includes(String(value)))
        : undefined;
    },
    write: (values) => values.join(','),
  };
}

/** Yes or no. */
export function flag(name: string): Codec<boolean> {
  return {
    name,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** Comma-separated numbers of [least, most]. */
export function readNumbers(text: string, least: number, most: number): number[] | undefined {
  const values = text.split(',').map((word) => readNumber(word, least, most));
  return values.every((value) => value !== undefined) ? values : undefined;
}
