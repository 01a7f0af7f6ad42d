/**
 * Four artificial sources. Their pairs are drawn with a seed: vectors of sixteen dimensions with gate means at τ = 0.05 near those
 * that the paper prints for Contriever (Table "audit"). They are not data: they show how the score behaves.
 */

import { clampToUnit } from '../../../scoring/clamp';
import { pairGeometry } from '../../../scoring/gates';
import { placePair } from '../../../scoring/gram';
import { residual } from '../../../scoring/information';
import { seededRandom, shuffled } from '../../../scoring/random';

export const DIMENSION = 16;

/** Pairs of a source, five of each record. */
export const PAIRS = 100;

/** u·v⁺ of every record. */
const QUERY_POSITIVE = 0.65;

/** Logistic distributions by middle and width: half of all draws lie within 1.1 widths of the middle. */
const SPREADS = {
  bm25: { margin: [0.03, 0.06], locality: [-0.042, 0.04], coverage: [0.72, 0.06] },
  dense: { margin: [0.0186, 0.06], locality: [-0.015, 0.04], coverage: [0.614, 0.07] },
  llm: { margin: [0.156, 0.065], locality: [-0.034, 0.04], coverage: [0.471, 0.08] },
  random: { margin: [0.33, 0.035], locality: [-0.006, 0.02], coverage: [0.057, 0.012] },
} as const;

export type DrawnId = keyof typeof SPREADS;

export interface DrawnPair {
  readonly margin: number;
  readonly locality: number;
  readonly distance: number;
  readonly coverage: number;
  readonly residual: Float64Array;
}

/** The pairs of a source, the same at every call. */
export function drawnPairs(id: DrawnId): readonly DrawnPair[] {
  const random = seededRandom(1_000 + Object.keys(SPREADS).indexOf(id));
  const { margin, locality, coverage } = SPREADS[id];
  const margins = spreadOut(margin, random);
  const localities = spreadOut(locality, random);
  const coverages = spreadOut(coverage, random);
  // Takes as many draws as an order of the pairs: the pairs below stay those that the texts speak of.
  shuffled(new Array<boolean>(PAIRS).fill(false), random);
  return margins.map((wanted, i) => {
    const queryNegative = QUERY_POSITIVE - wanted;
    const placed = placePair({
      queryPositive: QUERY_POSITIVE,
      queryNegative,
      positiveNegative: queryNegative + (localities[i] ?? 0),
    });
    const frame = randomFrame(random);
    const positive = inFrame(placed.positive, frame);
    const negative = inFrame(placed.negative, frame);
    const geometry = { margin: 0, locality: 0, distance: 0 };
    pairGeometry(inFrame(placed.query, frame), positive, negative, geometry);
    const along = new Float64Array(DIMENSION);
    residual(positive, negative, geometry.distance, along, 0);
    return { ...geometry, coverage: clampToUnit(coverages[i] ?? 0), residual: along };
  });
}

/** The quantiles of a logistic distribution in seeded order. */
function spreadOut([middle, width]: readonly [number, number], random: () => number): number[] {
  const quantiles = Array.from({ length: PAIRS }, (_, i) => {
    const share = (i + 0.5) / PAIRS;
    return middle + width * Math.log(share / (1 - share));
  });
  return shuffled(quantiles, random);
}

/** Three unit vectors at right angles, in a random direction of d dimensions. */
function randomFrame(random: () => number): Float64Array[] {
  const frame: Float64Array[] = [];
  while (frame.length < 3) {
    const row = Float64Array.from({ length: DIMENSION }, () => random() + random() + random() - 1.5);
    for (const earlier of frame) {
      const along = dot(row, earlier);
      row.forEach((value, i) => (row[i] = value - along * (earlier[i] ?? 0)));
    }
    const norm = Math.sqrt(dot(row, row));
    frame.push(row.map((value) => value / norm));
  }
  return frame;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** A vector given by its three coordinates in a frame. */
function inFrame(coordinates: Float64Array, frame: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: DIMENSION }, (_, i) =>
    frame.reduce((sum, axis, k) => sum + (coordinates[k] ?? 0) * (axis[i] ?? 0), 0),
  );
}
