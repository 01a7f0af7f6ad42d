import { describe, expect, it } from 'vitest';

import { parityReport, smallestCosine, uncheckedParity } from '../../src/encoder/parity';

const row = (...values: number[]) => Float32Array.from(values);

describe('smallestCosine', () => {
  it('is 1 for equal rows, whatever their length', () => {
    expect(smallestCosine([row(1, 0), row(0, 2)], [row(3, 0), row(0, 1)])).toBe(1);
  });

  it('is the least over the rows: 3-4-5 against an axis', () => {
    expect(smallestCosine([row(1, 0), row(3, 4)], [row(1, 0), row(1, 0)])).toBeCloseTo(0.6, 7);
  });

  it('takes two zero vectors for equal, and one for different', () => {
    expect(smallestCosine([row(0, 0)], [row(0, 0)])).toBe(1);
    expect(smallestCosine([row(0, 0)], [row(1, 0)])).toBe(0);
  });
});

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

  it('says when nothing could be compared', () => {
    expect(uncheckedParity('int8 on wasm')).toMatchObject({ texts: 0, min_cosine: null });
    expect(uncheckedParity('int8 on wasm').warning).toContain('no fp32 ONNX file');
  });
});
