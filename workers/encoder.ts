/** An encoder worker: wiring only. */

import * as Comlink from 'comlink';

import { SessionHost, type HostOptions } from '../src/encoder/session-host';
import type { TokenSequence } from '../src/encoder/session';
import { expose } from '../src/wiring/expose';

const host = new SessionHost();

const face = {
  open: (options: HostOptions) => host.open(options),
  encode: async (batch: readonly TokenSequence[]) => {
    const result = await host.encode(batch);
    return Comlink.transfer(result, [result.rows.buffer]);
  },
};

export type EncoderWorkerFace = typeof face;

expose(face);
