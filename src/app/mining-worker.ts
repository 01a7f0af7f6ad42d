/** Opens the mining worker, when the Mine page first needs it. */

import { lendWorkers } from '../lent-worker';
import type { Mining } from '../mining/mining';
import { openWorker, type OpenWorker } from '../worker';

export function startMiningWorker(): OpenWorker<Mining> {
  const worker = new Worker(new URL('../../workers/mine.ts', import.meta.url), { type: 'module' });
  const endLent = lendWorkers(worker, {
    encoder: () => new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' }),
  });
  const opened = openWorker<Mining>(worker);
  return {
    ...opened,
    close() {
      opened.close();
      endLent();
    },
  };
}
