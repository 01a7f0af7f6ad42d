/** The bench's worker: wiring only. */

import * as Comlink from 'comlink';

import { measureKernels } from './kernels';
import { parseLines } from './lines';
import { measureRecomputing } from './recompute';

const api = { kernels: measureKernels, recompute: measureRecomputing, parseLines };

export type BenchWorker = typeof api;

Comlink.expose(api);
