/** An encoder worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { SessionHost, type EncoderWorkerFace } from '../src/encoder/session-host';
import { expose } from '../src/worker';

const host = new SessionHost();

const face: EncoderWorkerFace = {
  load: (threads) => host.load(threads),
  open: (options) => host.open(options),
  encode: async (batch) => {
    const result = await host.encode(batch);
    return Comlink.transfer(result, [result.rows.buffer]);
  },
};

expose(face);
