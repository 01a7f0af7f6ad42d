/** What the page asks its service worker, and what it answers. */

import type { Kept } from './build';

export type Question =
  /** How things stand. */
  | { readonly kind: 'status' }
  /** Keep one more file of a version. */
  | { readonly kind: 'keep'; readonly version: string }
  /** From now on open this version. */
  | { readonly kind: 'use'; readonly version: string }
  /** Read everything that is kept of a version and drop what is damaged. */
  | { readonly kind: 'check'; readonly version: string }
  /** Drop what no version in use needs. */
  | { readonly kind: 'tidy' };

export interface Asking {
  readonly question: Question;
  /** Whether the page's browser has WebGPU: then more has to be kept. */
  readonly webgpu: boolean;
}

/** Why a file could not be kept: no room, no network, or another file in its place on the server. */
export type KeepFailure = 'no room' | 'no network' | 'not on the server';

export interface ServiceStatus {
  /** The version that the server had when it was asked last. */
  readonly newest: string;
  /** The version that is opened. */
  readonly chosen: string;
  /** How much is kept of each version that is known. */
  readonly kept: Readonly<Record<string, Kept>>;
  /** Why nothing more was kept; null where the question was another, or it went well. */
  readonly failure: KeepFailure | null;
}
