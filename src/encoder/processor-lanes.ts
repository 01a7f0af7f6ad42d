/** Where an encoder runs without a GPU of the page: a static one right here, every other one in a pool of workers. */

import { openPoolLanes, type Lanes } from './lanes';
import type { EncoderModel } from './model';
import type { PoolLayout } from './runtime';
import { openTableLanes } from './static/table-lanes';
import { staticTable } from './static/token-table';
import type { WorkerEnd } from '../worker';

/** @throws EncoderWorkerError, and what the session throws: BrokenModelFileError, UnknownOnnxNamesError */
export async function openProcessorLanes(
  model: EncoderModel,
  startWorker: () => WorkerEnd,
  layout: PoolLayout,
): Promise<Lanes> {
  const read = model.sessionOptions();
  const options = await read;
  const table = (await model.checkpoint?.table()) ?? staticTable(options.model, options.pooling);
  if (table) return openTableLanes(table, options.normalise);
  let first: typeof read | null = read;
  const session = () => {
    const given = first ?? model.sessionOptions();
    first = null;
    return given;
  };
  return openPoolLanes(session, startWorker, layout);
}
