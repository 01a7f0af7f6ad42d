/** The seal of the page: every realm, what is open in it, and its requests. */

import { SEAL_KEY, type RealmState, type Seal } from '../seal/types';

/** What the page's first script left; null if it did not run, as in tests. */
export function sealOfPage(): Seal | null {
  return (Reflect.get(globalThis, SEAL_KEY) as Seal | undefined) ?? null;
}

/** `checking`: a realm has not answered yet. `open`: something is open in at least one. */
export type SealPhase = 'checking' | 'sealed' | 'open';

export class SealState {
  realms = $state.raw<readonly RealmState[]>([]);

  readonly phase: SealPhase = $derived(phaseOf(this.realms));
  /** Requests to other origins that all realms sent, and those that the policy refused. */
  readonly sent = $derived(this.realms.reduce((sum, { sent }) => sum + sent, 0));
  readonly refused = $derived(this.realms.reduce((sum, { refused }) => sum + refused, 0));

  /** @param seal what the page's first script left; null if it did not run */
  constructor(seal: Seal | null) {
    seal?.((realms) => (this.realms = realms));
  }
}

/** Without the page's first script there is no realm, and the page is open. */
function phaseOf(realms: readonly RealmState[]): SealPhase {
  if (realms.length === 0 || realms.some(({ openings }) => (openings?.length ?? 0) > 0)) return 'open';
  return realms.every(({ openings }) => openings !== null) ? 'sealed' : 'checking';
}
