/** The pairs that were ranked in this visit, as dots of the bench. */

import type { Session } from '../../../app/session.svelte';
import type { SpreadCosines } from '../../../engine/spread-cosines';

const MOST_DOTS = 1000;

/** Null where nothing was ranked. */
export async function ownDots({ device, workers }: Session): Promise<SpreadCosines | null> {
  if (device === null || workers.phase !== 'ready') return null;
  const { engine } = await workers.ready();
  return engine.spreadCosines(MOST_DOTS).catch(() => null);
}
