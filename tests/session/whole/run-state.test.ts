import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { WorkerState } from '../../../src/app/worker-state.svelte';
import type { RunRequest } from '../../../src/engine/types';
import { RunState } from '../../../src/session/run/run-state.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run of every record with these workers, under way. */
async function begin(workers: object) {
  const run = new RunState(
    workers as WorkerState,
    () => undefined,
    () => null,
  );
  const request = { settings: { tau: 0.05, weighting: 'full' }, stop: { rule: 'all', level: 0.95 } };
  const running = run.start(request as RunRequest, [], {} as never);
  await vi.advanceTimersByTimeAsync(0);
  return { run, running };
}

it('ends the engine that has not stopped within 20 s, once', async () => {
  const ended: string[] = [];
  let breakOff: (error: Error) => void = () => undefined;
  const crashed = new Promise<never>((_resolve, reject) => (breakOff = reject));
  const never = new Promise<never>(() => undefined);
  const workers = { phase: 'ready', ready: () => Promise.resolve(pair) };
  const pair = {
    engine: { run: () => never, cancelRun: () => never },
    guard: <T>(answer: Promise<T>) => Promise.race([answer, crashed]),
    endEngine: (reason: string) => {
      ended.push(reason);
      workers.phase = 'failed';
      breakOff(new Error(reason));
    },
  };
  const { run, running } = await begin(workers);
  void run.cancel();
  void run.cancel();
  await vi.advanceTimersByTimeAsync(19_000);
  expect([ended, run.cancelling]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(2000);
  await running;
  expect(ended).toEqual(['it did not stop within 20 s and was ended.']);
  expect([run.ongoing, run.cancelling]).toEqual([null, false]);
});
