/** What is known of each realm: the page, or a worker, with its own globals and its own policy. */

/** An address of another origin than the page that a realm asked for. */
export interface Asked {
  readonly address: string;
  /** True where the policy refused it: nothing was sent. */
  readonly refused: boolean;
}

/**
 * A way out of a realm that was found open:
 * `request`: no policy in force refused the probe; `directives`: a policy differs from ours in these;
 * `interfaces`: these were to be removed and are there; `unanswered`: the realm runs a script that cannot tell;
 * `earlier-script`: a script ran in the page before the seal; `header`: a header of the host has addresses fetched.
 */
export type Opening =
  | { readonly kind: 'request' }
  | { readonly kind: 'directives'; readonly names: readonly string[] }
  | { readonly kind: 'interfaces'; readonly names: readonly string[] }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'earlier-script' }
  | { readonly kind: 'header'; readonly name: string };

export interface RealmState {
  /** Number of the worker among those of its parent, after its parent's own: `2.1`; empty for the page. */
  readonly path: string;
  /** Address of its script; of the page itself, the page's. */
  readonly script: string;
  /** Whether it may use threads; null before it has told. */
  readonly isolated: boolean | null;
  /** What is open; empty: every way was found closed; null: it has not answered yet. */
  readonly openings: readonly Opening[] | null;
  /** What it has asked of other origins so far, in order. */
  readonly asked: readonly Asked[];
}

/** What the page is told of all realms, and what the shell shows. */
export interface Seal {
  /** Every realm that exists, the page first. */
  realms(): readonly RealmState[];
  /** Calls the listener after every change. */
  watch(listener: () => void): void;
}

/** The global property under which the page's first script leaves its `Seal`. */
export const SEAL_KEY = Symbol.for('negscope.seal');
