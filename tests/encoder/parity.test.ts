import { describe, expect, it } from 'vitest';

import { parityReport } from '../../src/encoder/parity';

const row = (...values: number[]) => Float32Array.from(values);

describe('parityReport', () => {
  it('warns below 0.999 and says by how much', () => {
    const report = parityReport('int8 on wasm', [row(3, 4)], [row(1, 0)]);
    expect(report.warning).toContain('int8 on wasm differs from fp32 on wasm');
    expect(report.warning).toContain('0.6000');
  });

  it('is quiet at 0.9995', () => {
    const near = parityReport('fp32 on WebGPU', [row(1, Math.tan(Math.acos(0.9995)))], [row(1, 0)]);
    expect(near.min_cosine).toBeCloseTo(0.9995, 6);
    expect(near.warning).toBeNull();
  });
});
