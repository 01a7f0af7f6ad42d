/** Values as text in an address. */

/** How one value is written in the address. */
export interface Codec<T> {
  readonly name: string;
  /** Undefined if the text has no meaning here. */
  read(text: string): T | undefined;
  write(value: T): string;
}

/** A number of [least, most]; undefined for other text. */
function readNumber(text: string, least: number, most: number): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** A number of [least, most], with every digit. */
export function number(name: string, least: number, most: number): Codec<number> {
  return { name, read: (text) => readNumber(text, least, most), write: String };
}

/** One of some known words. */
export function oneOf<T extends string>(name: string, known: readonly T[]): Codec<T> {
  return { name, read: (text) => known.find((value) => value === text), write: (value) => value };
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
