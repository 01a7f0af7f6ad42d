/** What the page knows of its seal: every realm, what is open in it, and what it asked for. */

import type { RealmState, Seal } from '../seal/types';

/**
 * `checking`: a realm has not answered yet. `sealed`: every realm has, and nothing was found open. `open`: in at least
 * one something was.
 */
export type SealPhase = 'checking' | 'sealed' | 'open';

export class SealState {
  realms = $state.raw<readonly RealmState[]>([]);

  readonly phase: SealPhase = $derived(phaseOf(this.realms));
  /** How many requests to other origins were sent, from all realms. */
  readonly sent = $derived(countElsewhere(this.realms, false));
  /** How many requests to other origins the policy refused. */
  readonly refused = $derived(countElsewhere(this.realms, true));

  /** @param seal what the page's first script left; null where that script did not run */
  constructor(seal: Seal | null) {
    if (seal === null) return;
    this.realms = seal.realms();
    seal.watch(() => (this.realms = seal.realms()));
  }
}

/** A page whose first script did not run has no realm here, and is open. */
export function phaseOf(realms: readonly RealmState[]): SealPhase {
  if (realms.length === 0 || realms.some(({ openings }) => (openings?.length ?? 0) > 0)) return 'open';
  return realms.every(({ openings }) => openings !== null) ? 'sealed' : 'checking';
}

function countElsewhere(realms: readonly RealmState[], refused: boolean): number {
  return realms.reduce(
    (sum, { asked }) => sum + asked.filter((each) => each.elsewhere && each.refused === refused).length,
    0,
  );
}
