/** Opens the mining worker, when the Mine page first needs it. */

import { lendWorkers } from '../lent-worker';
import type { MiningHost } from '../mining/host';
import { openWorker, type OpenWorker } from '../worker';

export function startMiningWorker(): OpenWorker<MiningHost> {
  const worker = new Worker(new URL('../../workers/mine.ts', import.meta.url), { type: 'module' });
  const endLent = lendWorkers(worker, {
    encoder: () => new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' }),
  });
  const opened = openWorker<MiningHost>(worker);
  return {
    ...opened,
    close() {
      opened.close();
      endLent();
    },
  };
}
