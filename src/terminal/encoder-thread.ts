/** An encoder worker as a thread of Node: wiring only. */

import { lend, type Native } from './host';

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';

import { SessionHost, type EncoderWorkerApi } from '../encoder/session-host';

lend((workerData as { native: Native | null }).native);
const host = new SessionHost();

const api: EncoderWorkerApi = {
  load: (runtime, threads) => host.load(runtime, threads),
  open: (options) => host.open(options),
  encode: async (batch) => {
    const result = await host.encode(batch);
    return Comlink.transfer(result, [result.rows.buffer]);
  },
};

Comlink.expose(api, nodeEndpoint(parentPort as MessagePort));
