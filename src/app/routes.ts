/** Addresses inside the page: `#audit?source=3` is the page "audit" with its parameters. */

export interface Route {
  /** Id of a page, known or not. */
  readonly id: string;
  /** What the page itself keeps in the address. */
  readonly parameters: URLSearchParams;
}

/**
 * The route that a hash names.
 * @param hash with or without its `#`
 * @param first id of the page where the hash is empty
 */
export function routeOf(hash: string, first: string): Route {
  const [, id = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { id: id === '' ? first : id, parameters: new URLSearchParams(query) };
}

/** The hash of a route, with its `#`. */
export function hashOf({ id, parameters }: Route): string {
  const query = parameters.toString();
  return query === '' ? `#${id}` : `#${id}?${query}`;
}
