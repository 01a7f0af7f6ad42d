/** A device, and rows to draw from, for the tests of GPU kernels. */

import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import { IS_DEEP } from './deep';
import { openSoftwareGpu, type SoftwareGpu } from './gpu';

/** Dimensions of encoders in use; the large ones take seconds on a software adapter. */
const ENCODER_DIMENSIONS = IS_DEEP ? [64, 384, 768, 1024] : [64, 384];

/** Those and odd ones. */
export const DIMENSIONS = [1, 5, 100, ...ENCODER_DIMENSIONS];

/** Opens one device for a test file; a test fails for anything that WebGPU complains of meanwhile. */
export function testDevice(): () => GPUDevice {
  const complaints: string[] = [];
  let software: SoftwareGpu | undefined;
  let device: GPUDevice;
  beforeAll(async () => {
    software = await openSoftwareGpu();
    device = await software.device();
    device.addEventListener('uncapturederror', ({ error }) => complaints.push(error.message));
  });
  afterEach(async () => {
    await device.queue.onSubmittedWorkDone();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => software?.close());
  return () => device;
}

/** Seeded unit vectors in float32 that lean towards one direction, as embeddings do. */
export function unitRows(count: number, dimension: number, seed = 1): Float32Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const row = Array.from({ length: dimension }, () => random() - 0.4);
    const norm = Math.hypot(...row);
    return Float32Array.from(row, (x) => x / norm);
  });
}

/** Seeded row indices. */
export function drawRows(count: number, rows: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  return Uint32Array.from({ length: count }, () => Math.floor(random() * rows));
}

export function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
