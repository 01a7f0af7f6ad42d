/** The weight of a pair with some gates switched off: a gate that is off is 1. */

import { GATE_IDS, type GateId, type PairGates } from '../../scoring/pair-gates';
import { WEIGHTINGS } from '../../scoring/weightings';

/** The eight choices of gates that are off. */
export const CHOICES_OF_GATES: readonly (readonly GateId[])[] = [0, 1, 2, 4, 3, 5, 6, 7].map((bits) =>
  GATE_IDS.filter((_, i) => (bits >> i) % 2 === 1),
);

/** w = ρ·η·ψ, with 1 for each gate that is off. */
export function weightWithout(off: readonly GateId[], gates: Readonly<PairGates>): number {
  const open = { ...gates };
  for (const name of off) open[name] = 1;
  return WEIGHTINGS.full.weight(open);
}
