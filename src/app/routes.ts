/** Addresses inside the page: `#audit?source=3` is the page "audit" with its parameters. */

export interface Route {
  /** Id of a page, known or not. */
  readonly id: string;
  /** The page's own part of the address. */
  readonly parameters: URLSearchParams;
  /** `embed=1`: inside slides, without the header. */
  readonly embedded: boolean;
}

const EMBED = 'embed';

/**
 * The route that a hash names.
 * @param hash with or without its `#`
 * @param first id of the page for an empty hash
 */
export function routeOf(hash: string, first: string): Route {
  const [id = '', ...query] = hash.replace(/^#/, '').split('?');
  const parameters = new URLSearchParams(query.join('?'));
  const embedded = parameters.get(EMBED) === '1';
  if (embedded) parameters.delete(EMBED);
  return { id: id === '' ? first : id, parameters, embedded };
}

/** The hash of a route, with its `#`. */
export function hashOf({ id, parameters, embedded }: Route): string {
  const query = [parameters.toString(), embedded ? `${EMBED}=1` : ''].filter((part) => part !== '').join('&');
  return query === '' ? `#${id}` : `#${id}?${query}`;
}
