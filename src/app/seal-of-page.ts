/** Where the shell finds what the page's first script left. */

import { SEAL_KEY, type Seal } from '../seal/types';

/** Null where that script did not run, as in a test without a page. */
export function sealOfPage(): Seal | null {
  return (Reflect.get(globalThis, SEAL_KEY) as Seal | undefined) ?? null;
}
