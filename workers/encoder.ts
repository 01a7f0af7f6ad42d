/** An encoder worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { SessionHost, type EncoderWorkerApi } from '../src/encoder/session-host';
import { exposeToBorrower } from '../src/lent-worker';

const host = new SessionHost();

const api: EncoderWorkerApi = {
  load: (runtime, threads) => host.load(runtime, threads),
  open: (options) => host.open(options),
  encode: async (batch) => {
    const result = await host.encode(batch);
    return Comlink.transfer(result, [result.rows.buffer]);
  },
};

exposeToBorrower(api);
