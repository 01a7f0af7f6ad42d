/** Names in the report are in snake case; names in code are in camel case. */

/** `placeKind` → `place_kind`. */
export type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S;

export type SnakeKeys<T> = { readonly [K in keyof T & string as SnakeCase<K>]: T[K] };

/** The same object with its own keys in snake case. Values stay as they are. */
export function snakeKeys<T extends object>(value: T): SnakeKeys<T> {
  const entries = Object.entries(value).map(([key, member]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    member,
  ]);
  return Object.fromEntries(entries) as SnakeKeys<T>;
}
