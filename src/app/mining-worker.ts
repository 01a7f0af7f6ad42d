/** Opens the mining worker, when the Mine page first needs it. */

import type { MiningForPage } from '../miner/host';
import { openWorker, type OpenWorker } from '../worker';

export function startMiningWorker(): OpenWorker<MiningForPage> {
  const worker = new Worker(new URL('../../workers/mine.ts', import.meta.url), { type: 'module' });
  return openWorker<MiningForPage>(worker);
}
