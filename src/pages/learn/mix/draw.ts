/** Draws the pairs of a preset: vectors of sixteen dimensions with the given margins. */

import { clampToUnit } from '../../../scoring/clamp';
import { pairGeometry } from '../../../scoring/gates';
import { placePair } from '../../../scoring/gram';
import { residual } from '../../../scoring/information';
import { seededRandom, shuffled } from '../../../scoring/random';
import type { PairColumns } from '../../../scoring/pairs';
import { PRESETS, type Preset, type PresetId, type Spread } from './presets';

export const DRAWN_DIMENSION = 16;
const RECORDS = 20;
const NEGATIVES = 5;
export const DRAWN_PAIRS = RECORDS * NEGATIVES;

/** u·v⁺ of every record. */
const QUERY_POSITIVE = 0.65;

/** A source as the ranking needs it: pair columns, and residuals pairs×d, row-major. */
export interface DrawnSource {
  readonly columns: PairColumns;
  readonly residuals: Float64Array;
}

const drawn = new Map<PresetId, DrawnSource>();

/** The pairs of a preset, the same at every call. */
export function drawnSource(id: PresetId): DrawnSource {
  const known = drawn.get(id) ?? draw(PRESETS.find((preset) => preset.id === id) as Preset);
  drawn.set(id, known);
  return known;
}

function draw(preset: Preset): DrawnSource {
  const random = seededRandom(1_000 + PRESETS.indexOf(preset));
  const margins = spreadOut(preset.margin, random);
  const localities = spreadOut(preset.locality, random);
  const coverages = spreadOut(preset.coverage, random);
  // Takes as many draws as an order of the pairs: the pairs below stay those that the texts speak of.
  shuffled(new Array<boolean>(DRAWN_PAIRS).fill(false), random);
  const columns = {
    offsets: Int32Array.from({ length: RECORDS + 1 }, (_, i) => i * NEGATIVES),
    margin: new Float64Array(DRAWN_PAIRS),
    locality: new Float64Array(DRAWN_PAIRS),
    distance: new Float64Array(DRAWN_PAIRS),
    coverage: new Float64Array(DRAWN_PAIRS),
  };
  const residuals = new Float64Array(DRAWN_PAIRS * DRAWN_DIMENSION);
  const geometry = { margin: 0, locality: 0, distance: 0 };
  for (let i = 0; i < DRAWN_PAIRS; i++) {
    const queryNegative = QUERY_POSITIVE - (margins[i] ?? 0);
    const placed = placePair({
      queryPositive: QUERY_POSITIVE,
      queryNegative,
      positiveNegative: queryNegative + (localities[i] ?? 0),
    });
    const frame = randomFrame(random);
    const positive = inFrame(placed.positive, frame);
    const negative = inFrame(placed.negative, frame);
    pairGeometry(inFrame(placed.query, frame), positive, negative, geometry);
    columns.margin[i] = geometry.margin;
    columns.locality[i] = geometry.locality;
    columns.distance[i] = geometry.distance;
    columns.coverage[i] = clampToUnit(coverages[i] ?? 0);
    residual(positive, negative, geometry.distance, residuals, i * DRAWN_DIMENSION);
  }
  return { columns, residuals };
}

/** The quantiles of a logistic distribution in seeded order. */
function spreadOut({ middle, width }: Spread, random: () => number): number[] {
  const quantiles = Array.from({ length: DRAWN_PAIRS }, (_, i) => {
    const share = (i + 0.5) / DRAWN_PAIRS;
    return middle + width * Math.log(share / (1 - share));
  });
  return shuffled(quantiles, random);
}

/** Three unit vectors at right angles, in a random direction of d dimensions. */
function randomFrame(random: () => number): Float64Array[] {
  const frame: Float64Array[] = [];
  while (frame.length < 3) {
    const row = Float64Array.from({ length: DRAWN_DIMENSION }, () => random() + random() + random() - 1.5);
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
  return Float64Array.from({ length: DRAWN_DIMENSION }, (_, i) =>
    frame.reduce((sum, axis, k) => sum + (coordinates[k] ?? 0) * (axis[i] ?? 0), 0),
  );
}
