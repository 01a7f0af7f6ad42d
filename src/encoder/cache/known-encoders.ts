/** What opening an encoder showed, for as long as the worker lives. A run that finds all texts in the cache then opens no session. */

import type { DeviceReport, ParityReport, Pooling } from '../types';

export interface KnownEncoder {
  /** Where the session runs, and why there. */
  readonly device: { readonly kind: DeviceReport['kind']; readonly why: string };
  /** How the session pools, whatever was asked. */
  readonly pooling: Pooling;
  readonly parity: ParityReport | null;
}

/** By the hash of everything that it follows from. */
export const knownEncoders = new Map<string, KnownEncoder>();
