/**
 * A query of the demo, its positive, and passages of the demo that lie ever further from it: beginnings of their texts, and
 * cosines with the query under the bundled encoder. A test embeds them again.
 */

import { DEGREE, POSITIVE_ANGLE } from './pair-figures';

export interface RealText {
  /** The beginning of the passage. */
  readonly text: string;
  /** Its cosine with the query. */
  readonly cosine: number;
}

export const REAL_QUERY = 'what kind of rock lies beneath nearly all of the oceans';

export const REAL_POSITIVE: RealText = {
  text: 'Basalt is the dark, fine-grained rock that makes up most of the ocean floor.',
  cosine: 0.3679,
};

/** From near to far. */
export const REAL_NEGATIVES: readonly RealText[] = [
  { text: 'Where two plates meet, the denser one may sink beneath the other', cosine: 0.4655 },
  { text: 'Between the crust and the core lies the mantle', cosine: 0.4187 },
  { text: 'Olympus Mons on Mars is the tallest volcano known', cosine: 0.379 },
  { text: "Saturn's rings span more than 270,000 kilometres", cosine: 0.34 },
  { text: 'Natural diamonds grew at depths of more than 140 kilometres', cosine: 0.2978 },
  { text: 'Granite forms when molten rock cools slowly', cosine: 0.285 },
  { text: 'Under a sealed lid the steam pressure roughly doubles', cosine: 0.2008 },
  { text: 'Steel quenched from red heat is hard but brittle.', cosine: 0.1353 },
  { text: 'Porcelain is made from white kaolin with feldspar and quartz', cosine: 0.0803 },
  { text: 'A claim that is brought too late can be barred.', cosine: -0.0013 },
  { text: 'With a power of attorney one person lets another sign', cosine: -0.0881 },
  { text: 'On the European continent private law is mostly laid down in codes', cosine: -0.167 },
];

/** Cosines of the circle over those of the encoder: there the positive lies at `POSITIVE_ANGLE`. */
export const STRETCH = Math.cos(POSITIVE_ANGLE * DEGREE) / REAL_POSITIVE.cosine;

/**
 * The passage at an angle of the circle: the nearest by its stretched cosine, of those that the encoder prefers to the
 * positive where the circle does, else of the others.
 */
export function realTextAt(angle: number): RealText {
  const wanted = Math.cos(angle * DEGREE) / STRETCH;
  const inverted = wanted > REAL_POSITIVE.cosine;
  const offered = REAL_NEGATIVES.filter(({ cosine }) => cosine > REAL_POSITIVE.cosine === inverted);
  return offered.reduce((best, each) =>
    Math.abs(each.cosine - wanted) < Math.abs(best.cosine - wanted) ? each : best,
  );
}
