/**
 * How the upper triangle of a d×d matrix lies on the device: tiles of 64 × 64 entries, row of tiles after row,
 * those below the diagonal left out. An entry is a two-sum: four neighbouring entries of a row are one vec4f of
 * high parts and one of low parts. Entries past d are 0, those below the diagonal inside a tile mean nothing.
 */

import { squareMatrix } from '../scoring/information';

/** Entries along one side of a tile. */
export const TILE = 64;

/** Bytes of one tile: high and low of every entry. */
export const TILE_BYTES = TILE * TILE * 8;

/** Tiles along one side of the matrix. */
export const tilesAcross = (dimension: number): number => Math.ceil(dimension / TILE);

export function tilesOfTriangle(dimension: number): number {
  const across = tilesAcross(dimension);
  return (across * (across + 1)) / 2;
}

/** d×d, row-major, upper triangle, in float64. @throws OutOfMemoryError */
export function fromTiles(tiles: Float32Array, dimension: number): Float64Array {
  const d = dimension;
  const matrix = squareMatrix(d);
  const across = tilesAcross(d);
  let tile = 0;
  for (let row = 0; row < across; row++) {
    for (let column = row; column < across; column++, tile++) {
      for (let i = row * TILE; i < Math.min(d, (row + 1) * TILE); i++) {
        const base = 2 * (tile * TILE * TILE + (i - row * TILE) * TILE);
        for (let j = Math.max(i, column * TILE); j < Math.min(d, (column + 1) * TILE); j++) {
          const c = j - column * TILE;
          const high = base + 8 * (c >> 2) + (c & 3);
          matrix[i * d + j] = tiles[high] + tiles[high + 4];
        }
      }
    }
  }
  return matrix;
}
