/** Asks the workers; failures become notices. */

import { noticeOf, type Notice } from './errors';
import type { WorkerPhase } from './worker-state.svelte';
import type { WorkerPair } from './workers';

export interface WorkerAccess<Pair = Pick<WorkerPair, 'candidates' | 'guard'>> {
  readonly phase: WorkerPhase;
  ready(): Promise<Pair>;
}

/**
 * A worker's answer; null if it fails.
 * @param fail gets the notice, unless a worker broke off or did not start, which WorkerState announces
 */
export async function ask<T, Pair extends { guard<A>(answer: Promise<A>): Promise<A> }>(
  workers: WorkerAccess<Pair>,
  question: (pair: Pair) => Promise<T>,
  fail: (notice: Notice) => void = () => undefined,
): Promise<T | null> {
  try {
    const pair = await workers.ready();
    return await pair.guard(question(pair));
  } catch (error) {
    if (workers.phase !== 'failed') fail(noticeOf(error));
    return null;
  }
}
