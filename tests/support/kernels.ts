/** A device, and rows to draw from, for the tests of GPU kernels. */

import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { fromTiles, TILE_BYTES, tilesOfTriangle } from '../../src/gpu/triangle';
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

/** The upper triangle as it lies on the device: each number as its float32 and the float32 of what that leaves. */
export function tilesOf(matrix: Float64Array, dimension: number): Float32Array<ArrayBuffer> {
  const tiles = new Float32Array((tilesOfTriangle(dimension) * TILE_BYTES) / 4);
  // Where each entry is: `fromTiles` of the places of the high parts.
  const places = fromTiles(
    tiles.map((_, k) => (k % 8 < 4 ? k : 0)),
    dimension,
  );
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++) {
      const [value, place] = [matrix[i * dimension + j] as number, places[i * dimension + j] as number];
      tiles[place] = value;
      tiles[place + 4] = value - Math.fround(value);
    }
  }
  return tiles;
}
