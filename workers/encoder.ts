/** An encoder worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { SessionHost, type EncoderWorkerApi } from '../src/encoder/session-host';
import { exposeToBorrower } from '../src/lent-worker';

const host = new SessionHost();

const api: EncoderWorkerApi = {
  open: (options) => host.open(options),
  encode: async (batch) => {
    const vectors = await host.encode(batch);
    return Comlink.transfer(
      vectors,
      vectors.map(({ buffer }) => buffer),
    );
  },
};

exposeToBorrower(api);
