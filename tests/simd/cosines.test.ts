import { describe, expect, it, vi } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import { blockPassages, compileCosines, SimdCosines } from '../../src/simd/cosines';
import { COSINES, cosinesBytes, cosinesModule } from '../support/assembly';

const WIDTH = 48;
const PASSAGES = 602;
const QUERIES = 6;

/** What products of whole numbers reach their thresholds, block by block. */
function hitsOf(module: WebAssembly.Module, thresholdOf: (query: number) => number): number[][] {
  const random = seededRandom(11);
  const simd = new SimdCosines(module, WIDTH, PASSAGES);
  const whole = () => Math.floor(65_535 * random()) - 32_767;
  for (let i = 0; i < QUERIES * WIDTH; i++) simd.queries[i] = whole() / 8;
  for (let i = 0; i < PASSAGES * WIDTH; i++) simd.passages[i] = whole() / 8;
  simd.thresholds.fill(2 ** 31 - 1);
  for (let i = 0; i < QUERIES; i++) simd.thresholds[i] = thresholdOf(i);
  const blocks = [];
  for (let first = 0; first < PASSAGES; first += blockPassages(first)) {
    blocks.push([...simd.hits.subarray(0, simd.multiply(QUERIES, first))]);
  }
  return blocks;
}

describe('SimdCosines', () => {
  it.each([
    { what: 'no bound', thresholdOf: () => -(2 ** 31) },
    { what: 'a bound that a tenth of the products reaches', thresholdOf: () => 5e7 },
    { what: 'another bound for each query', thresholdOf: (query: number) => 2e7 * (query - 2) },
  ])('finds the same with 8 bits before 16, in the same order: $what', ({ thresholdOf }) => {
    const [plain, relaxed] = COSINES.map((name) => hitsOf(cosinesModule(name), thresholdOf));
    expect(plain?.flat().length).toBeGreaterThan(0);
    expect(relaxed).toEqual(plain);
  });
});

describe('compileCosines', () => {
  it('takes what the browser validates, whatever its name', async () => {
    const takes = async (valid: boolean, numbers = 1e6) => {
      const asked: string[] = [];
      const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(valid);
      await compileCosines((name) => (asked.push(name), cosinesBytes(name)), numbers);
      validate.mockRestore();
      return asked;
    };
    expect(await takes(true)).toEqual(['cosines-relaxed']);
    expect(await takes(false)).toEqual(['cosines-relaxed', 'cosines']);
    expect(await takes(true, 2e9), 'too large for a third byte a number').toContain('cosines');
  });
});
