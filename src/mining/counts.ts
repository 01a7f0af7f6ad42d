/** Counts that are told: each has its words in the table that names it. */

/** What is counted, and the rest of what is told where it is not 0; null: nothing is told. */
export type CountWords = readonly [noun: string, rest: string] | null;

export function noneOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Record<Name, number> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, 0])) as Record<Name, number>;
}
