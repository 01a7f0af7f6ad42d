import { describe, expect, it } from 'vitest';

import {
  bindGroup,
  computePipeline,
  dispatch,
  OwnedBuffers,
  readBuffer,
  submitPass,
} from '../../src/gpu/compute';
import { informationKernel } from '../../src/gpu/information';
import log1pShader from '../../src/gpu/log1p.wgsl?raw';
import { logDetKernel, type LogDet } from '../../src/gpu/logdet';
import { accumulateInformation, informationMatrix, traceOf } from '../../src/scoring/information';
import { logDetPlusIdentity, NotPositiveDefiniteError } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { IS_DEEP } from '../support/deep';
import { DIMENSIONS, testDevice, tilesOf, unitRows } from '../support/kernels';

const device = testDevice();

/** Î of seeded unit residuals with weights up to 0.2: trace about 0.1, eigenvalues about 0.1/d. */
function information(dimension: number, pairs = 200): Float64Array {
  const rows = unitRows(pairs, dimension, dimension);
  const random = seededRandom(3);
  const sum = new Float64Array(dimension * dimension);
  const residuals = Float32Array.from(rows.flatMap((row) => [...row]));
  const weights = Float64Array.from({ length: pairs }, () => 0.2 * random());
  accumulateInformation(sum, residuals, weights, pairs, dimension);
  return informationMatrix(sum, pairs, dimension);
}

async function run(matrix: Float64Array, dimension: number, scale = 1): Promise<LogDet> {
  const kernel = await logDetKernel(device(), dimension);
  const buffers = new OwnedBuffers(device());
  const words = tilesOf(matrix, dimension);
  const tiles = buffers.storage(words.byteLength);
  device().queue.writeBuffer(tiles, 0, words);
  try {
    return await kernel.run(tiles, scale);
  } finally {
    kernel.destroy();
    buffers.destroy();
  }
}

const relative = (actual: number, expected: number) => Math.abs(actual / expected - 1);

describe('logDetKernel', () => {
  it.for(DIMENSIONS)('agrees with its float64 twin at d = %s', async (d, { annotate }) => {
    const matrix = information(d);
    const { logDet, trace: found } = await run(matrix, d);
    const error = relative(logDet, logDetPlusIdentity(matrix, d));
    await annotate(`error ${error} relative`);
    expect(error).toBeLessThan(1e-6);
    expect(relative(found, traceOf(matrix, d))).toBeLessThan(1e-6);
  });

  it.for([1e-3, 0.03, 10, 1000])('keeps 1e-6 relative at c = %s', async (scale, { annotate }) => {
    const matrix = information(100);
    const { logDet } = await run(matrix, 100, scale);
    const error = relative(
      logDet,
      logDetPlusIdentity(
        matrix.map((value) => scale * value),
        100,
      ),
    );
    await annotate(`error ${error} relative`);
    expect(error).toBeLessThan(1e-6);
  });

  it.for(IS_DEEP ? [64, 768, 1024] : [64])(
    'loses no small step of a pivot at d = %s',
    async (d, { annotate }) => {
      // α·1 + β·11ᵀ: each of d steps takes β² from a pivot's offset, less than half a unit of its last place.
      const [alpha, beta] = [6.5e-5, 1.2e-6];
      const matrix = Float64Array.from({ length: d * d }, (_, k) =>
        k % (d + 1) === 0 ? alpha + beta : beta,
      );
      const { logDet } = await run(matrix, d);
      const error = relative(logDet, (d - 1) * Math.log1p(alpha) + Math.log1p(alpha + d * beta));
      await annotate(`error ${error} relative`);
      expect(error).toBeLessThan(2e-7);
    },
  );

  it('computes from sums that lie on the device, of the weighting asked for', async () => {
    const d = 150;
    const pairs = 200;
    const rows = unitRows(pairs, d);
    const kernel = await informationKernel(device(), d, 2);
    const random = seededRandom(4);
    const weights = [1, 0.2].map((most) => Float64Array.from({ length: pairs }, () => most * random()));
    kernel.run({ residuals: Float32Array.from(rows.flatMap((row) => [...row])), weights });
    const logDets = await logDetKernel(device(), d);
    for (const weighting of weights.keys()) {
      const { logDet } = await logDets.run(kernel.tilesOf(weighting), 1 / pairs);
      const sum = await kernel.sum(weighting);
      expect(relative(logDet, logDetPlusIdentity(informationMatrix(sum, pairs, d), d))).toBeLessThan(1e-6);
    }
    for (const made of [kernel, logDets]) made.destroy();
  });

  it('gives exactly 0 for the zero matrix', async () => {
    expect(await run(new Float64Array(64), 8)).toEqual({ logDet: 0, trace: 0 });
  });

  it.each([0, 31, 32, 77])('names pivot %s when it is the first that is not above zero', async (pivot) => {
    const matrix = information(100);
    matrix[pivot * 101] = -1.5;
    if (pivot < 90) matrix[95 * 101] = -3;
    const error = await run(matrix, 100).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NotPositiveDefiniteError);
    expect((error as NotPositiveDefiniteError).pivot).toBe(pivot);
  });

  it('names the pivot of an entry that is no number', async () => {
    const matrix = information(100);
    matrix[40 * 101] = NaN;
    await expect(run(matrix, 100)).rejects.toThrow('pivot 40 is not above zero');
  });
});

describe('log1p.wgsl', () => {
  it('is within 1.5e-7 relative from 1e-30 to 1e6 and down to −1 + 1e-6', async ({ annotate }) => {
    const steps = Array.from({ length: 3000 }, (_, i) => i);
    const sizes = steps.map((i) => 10 ** (-30 + (36 * i) / 3000));
    const given = Float32Array.from([
      ...sizes,
      ...sizes.filter((x) => x < 0.999999).map((x) => -x),
      0.25,
      -0.25,
    ]);
    const buffers = new OwnedBuffers(device());
    const values = buffers.storage(given.byteLength);
    device().queue.writeBuffer(values, 0, given);
    const main = `
      @group(0) @binding(0) var<storage, read_write> values: array<f32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < arrayLength(&values)) { values[id.x] = log1p(values[id.x]); }
      }`;
    const pipeline = computePipeline(device(), log1pShader + main, 'main');
    const bindings = bindGroup(device(), pipeline, { 0: values });
    submitPass(device(), (pass) => dispatch(pass, pipeline, bindings, Math.ceil(given.length / 64)));
    const found = new Float32Array(await readBuffer(device(), values, given.byteLength));
    let worst = 0;
    given.forEach((x, i) => (worst = Math.max(worst, relative(found[i] as number, Math.log1p(x)))));
    await annotate(`error ${worst} relative`);
    expect(worst).toBeLessThan(1.5e-7);
    buffers.destroy();
  });
});
