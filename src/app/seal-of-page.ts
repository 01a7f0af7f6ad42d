/** The seal that the page's first script left. */

import { SEAL_KEY, type Seal } from '../seal/types';

/** Null if that script did not run, as in tests. */
export function sealOfPage(): Seal | null {
  return (Reflect.get(globalThis, SEAL_KEY) as Seal | undefined) ?? null;
}
