/** A worker that sums residuals: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { SumHost, type SumWorkerApi } from '../src/simd/host';
import informationUrl from '../src/simd/information.wasm?url';
import { exposeToBorrower } from '../src/lent-worker';

const host = new SumHost(async () =>
  WebAssembly.compile(await (await fetch(new URL(informationUrl, self.location.href))).arrayBuffer()),
);

const api: SumWorkerApi = {
  begin: (dimension, matrices) => host.begin(dimension, matrices),
  add: (residuals, weights, count) => host.add(residuals, weights, count),
  sum: (matrix) => {
    const sum = host.sum(matrix);
    return Comlink.transfer(sum, [sum.buffer as ArrayBuffer]);
  },
};

exposeToBorrower(api);
