/** The engine as live figures ask it. */

import { expect, it } from 'vitest';

import type { WorkerState } from '../../../src/app/worker-state.svelte';
import type { SumProgress } from '../../../src/engine/types';
import { figureEngine } from '../../../src/session/run/live-figures';

it('hears no progress of sums that comes after their answer', async () => {
  let tell: (progress: SumProgress) => void = () => undefined;
  const engine = {
    rescore: (_request: unknown, _scope: unknown, onProgress: typeof tell) => {
      tell = onProgress;
      onProgress({ pairs: 1, total: 2 });
      return Promise.resolve('answer');
    },
    certainty: () => Promise.resolve(null),
    randomBaseline: () => Promise.resolve(null),
  };
  const pair = { engine, guard: <T>(asked: Promise<T>) => asked };
  const workers = { ready: () => Promise.resolve(pair) } as unknown as Pick<WorkerState, 'ready'>;
  const heard: (SumProgress | null)[] = [];
  const asked = figureEngine(workers, (progress) => heard.push(progress));
  await asked.settle({} as never, 'all');
  tell({ pairs: 2, total: 2 });
  expect(heard).toEqual([{ pairs: 1, total: 2 }, null]);
});
