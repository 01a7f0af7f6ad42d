/** The pairs that were ranked in this visit, as dots of the bench. */

import type { Session } from '../../../app/session.svelte';
import type { FlatPairs } from '../../../scoring/flat-pairs';

/** u·v⁻ and v⁺·v⁻. */
type Dot = readonly [queryNegative: number, positiveNegative: number];

export interface OwnDots {
  /** Spread evenly over all pairs. */
  readonly dots: readonly Dot[];
  /** How many pairs were ranked. */
  readonly pairs: number;
}

const MOST_DOTS = 1000;

/** Null where nothing was ranked. */
export async function ownDots({ device, workers }: Session): Promise<OwnDots | null> {
  if (device === null || workers.phase !== 'ready') return null;
  const { engine } = await workers.ready();
  const pairs = await engine.flatPairs().catch(() => null);
  return pairs && dotsOf(pairs);
}

/** Of unit vectors ‖v⁺ − v⁻‖² = 2 − 2 v⁺·v⁻, and l = v⁻·(v⁺ − u). */
export function dotsOf({ distance, locality }: Pick<FlatPairs, 'distance' | 'locality'>): OwnDots {
  const pairs = distance.length;
  const step = Math.max(1, pairs / MOST_DOTS);
  const dots = Array.from({ length: Math.min(pairs, MOST_DOTS) }, (_, i): Dot => {
    const pair = Math.floor(i * step);
    const positiveNegative = 1 - (distance[pair] as number) ** 2 / 2;
    return [positiveNegative - (locality[pair] as number), positiveNegative];
  });
  return { dots, pairs };
}
