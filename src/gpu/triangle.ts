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

/** Consecutive tiles of one triangle in a buffer, from byte `offset` on. */
export interface TriangleSlice {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly firstTile: number;
  readonly tiles: number;
}

/** Tile's place: its rows start at TILE·`row`, its columns at TILE·`column`. */
function* places(dimension: number): Generator<{ row: number; column: number }> {
  const across = tilesAcross(dimension);
  for (let row = 0; row < across; row++) {
    for (let column = row; column < across; column++) yield { row, column };
  }
}

/** Calls `visit` for every entry of the upper triangle: its place in d×d, and that of its high part in tiles. */
function eachEntry(dimension: number, visit: (entry: number, high: number) => void): void {
  const d = dimension;
  let tile = 0;
  for (const { row, column } of places(d)) {
    for (let r = 0; r < TILE; r++) {
      const i = row * TILE + r;
      if (i >= d) break;
      const first = Math.max(i, column * TILE);
      const last = Math.min(d, (column + 1) * TILE);
      const base = 2 * (tile * TILE * TILE + r * TILE);
      for (let j = first; j < last; j++) {
        const c = j - column * TILE;
        visit(i * d + j, base + 8 * (c >> 2) + (c & 3));
      }
    }
    tile++;
  }
}

/** d×d, row-major, upper triangle, in float64. */
export function fromTiles(tiles: Float32Array, dimension: number): Float64Array {
  const matrix = squareMatrix(dimension);
  eachEntry(dimension, (entry, high) => {
    matrix[entry] = tiles[high] + tiles[high + 4];
  });
  return matrix;
}

/** The reverse of `fromTiles`: each number as its float32 and the float32 of what that leaves. */
export function toTiles(matrix: Float64Array, dimension: number): Float32Array<ArrayBuffer> {
  const tiles = new Float32Array((tilesOfTriangle(dimension) * TILE_BYTES) / 4);
  eachEntry(dimension, (entry, high) => {
    const value = matrix[entry];
    tiles[high] = value;
    tiles[high + 4] = value - Math.fround(value);
  });
  return tiles;
}
