/** The bench's worker: wiring only. */

import * as Comlink from 'comlink';

import { gpuPeak } from './gpu-peak';
import { measureKernels } from './kernels';
import { parseLines } from './lines';
import { measureRegating } from './regate';
import { measureSums } from './sums';

const face = { kernels: measureKernels, gpuPeak, regate: measureRegating, sums: measureSums, parseLines };

export type BenchWorker = typeof face;

Comlink.expose(face);
