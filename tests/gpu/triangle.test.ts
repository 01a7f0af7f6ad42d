import { describe, expect, it } from 'vitest';

import { fromTiles, TILE_BYTES, tilesOfTriangle, toTiles } from '../../src/gpu/triangle';

describe('tiles of a triangle', () => {
  it.each([1, 64, 65, 130])('carry the upper triangle at d = %s to 2⁻⁴⁸ relative', (d) => {
    const matrix = Float64Array.from({ length: d * d }, (_, k) => {
      return k % d >= Math.floor(k / d) ? Math.sin(k + 1) : 0;
    });
    const tiles = toTiles(matrix, d);
    expect(tiles.byteLength).toBe(tilesOfTriangle(d) * TILE_BYTES);
    const back = fromTiles(tiles, d);
    back.forEach((x, k) => {
      const expected = matrix[k] as number;
      expect(Math.abs(x - expected)).toBeLessThanOrEqual(2 ** -48 * Math.abs(expected));
    });
  });

  it('leaves out the tiles below the diagonal', () => {
    expect([1, 64, 65, 128, 129, 768, 1024].map(tilesOfTriangle)).toEqual([1, 1, 3, 3, 6, 78, 136]);
  });
});
