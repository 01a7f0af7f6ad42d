/** What is known of each realm: the page, or a worker, with its own globals and its own policy. */

export interface RealmState {
  /** Number of the worker among those of its parent, after its parent's own: `2.1`; empty for the page. */
  readonly path: string;
  /** Address of its script; of the page itself, the page's. */
  readonly script: string;
  /** What is open, in sentences; empty: every way out was found closed; null: it has not answered yet. */
  readonly openings: readonly string[] | null;
  /** Its requests to other origins so far, and those that the policy refused. */
  readonly sent: number;
  readonly refused: number;
}

/** Tells of all realms, the page first, at once and after every change: by copies, so that no script sets what is told. */
export type Seal = (listener: (realms: readonly RealmState[]) => void) => void;

/** The global property under which the page's first script leaves its `Seal`. */
export const SEAL_KEY = Symbol.for('negscope.seal');
