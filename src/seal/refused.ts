/** Thrown at a script that tries one of the ways that the page itself closes. */

export class SealedError extends Error {
  override readonly name = 'SealedError';
  /** @param what such as "An iframe" */
  constructor(what: string) {
    super(
      `${what} is refused on this page: it would be a way out that no policy holds. See docs/PRIVACY.md.`,
    );
  }
}
