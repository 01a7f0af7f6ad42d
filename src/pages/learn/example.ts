/**
 * The one example of the lessons: a query of the demo, its answer, and twelve passages of the demo, with the beginnings of
 * their texts and their cosines under the bundled encoder. A test embeds them again.
 */

import { targetConsistency, semanticLocality, DEFAULT_TEMPERATURE } from '../../scoring/gates';
import thousandths from './demo-cosines.json' with { type: 'json' };

/** The temperature of all lessons. */
export const TAU = DEFAULT_TEMPERATURE;

export interface Passage {
  readonly id: string;
  readonly name: string;
  /** The beginning of the passage. */
  readonly text: string;
  /** Its cosine with the query. */
  readonly query: number;
  /** Its cosine with the answer. */
  readonly answer: number;
}

export const QUERY = 'what kind of rock lies beneath nearly all of the oceans';

export const ANSWER: Passage = {
  id: 'answer',
  name: 'Answer: basalt',
  text: 'Basalt is the dark, fine-grained rock that makes up most of the ocean floor.',
  query: 0.3679,
  answer: 1,
};

/** It answers too, and nobody labelled it. Written for the lessons: the demo has none. */
export const UNLABELLED: Passage = {
  id: 'unlabelled',
  name: 'Unlabelled answer',
  text: 'The crust under the oceans is basalt.',
  query: 0.5433,
  answer: 0.4505,
};

/** Wrong passages by their names. */
export const PASSAGES: readonly Passage[] = (
  [
    [
      'civil',
      'Civil codes',
      -0.167,
      -0.12,
      'On the European continent private law is mostly laid down in codes',
    ],
    ['diamonds', 'Diamonds', 0.2978, 0.3074, 'Natural diamonds grew at depths of more than 140 kilometres'],
    ['granite', 'Granite', 0.285, 0.5386, 'Granite forms when molten rock cools slowly'],
    ['limitation', 'Limitation periods', -0.0013, -0.0012, 'A claim that is brought too late can be barred.'],
    ['mars', 'Mars volcanoes', 0.379, 0.3582, 'Olympus Mons on Mars is the tallest volcano known'],
    ['porcelain', 'Porcelain', 0.0803, 0.222, 'Porcelain is made from white kaolin with feldspar and quartz'],
    [
      'attorney',
      'Power of attorney',
      -0.0881,
      -0.0388,
      'With a power of attorney one person lets another sign',
    ],
    ['cookers', 'Pressure cookers', 0.2008, 0.2204, 'Under a sealed lid the steam pressure roughly doubles'],
    ['saturn', 'Saturn’s rings', 0.34, 0.2574, "Saturn's rings span more than 270,000 kilometres"],
    [
      'subduction',
      'Subduction zones',
      0.4655,
      0.3917,
      'Where two plates meet, the denser one may sink beneath the other into the mantle. Water driven out of the sinking slab lowers the melting point of the hot rock above it',
    ],
    ['steel', 'Tempering steel', 0.1353, 0.1262, 'Steel quenched from red heat is hard but brittle.'],
    ['mantle', 'The Earth’s mantle', 0.4187, 0.3823, 'Between the crust and the core lies the mantle'],
  ] as const
).map(([id, name, query, answer, text]) => ({ id, name, query, answer, text }));

/** A passage of the example. @throws Error for another id */
export function passage(id: string): Passage {
  const found = [...PASSAGES, UNLABELLED, ANSWER].find((each) => each.id === id);
  if (!found) throw new Error(`The example has no passage "${id}".`);
  return found;
}

/** By how much the answer's cosine with the query is larger. */
export function lead({ query }: Passage): number {
  return ANSWER.query - query;
}

/** ρ beside the labelled answer. */
export function rho(each: Passage): number {
  return targetConsistency(lead(each), TAU);
}

/** η beside the labelled answer. */
export function eta({ query, answer }: Passage): number {
  return semanticLocality(answer - query, TAU);
}

/** All 870 passages of the demo by their cosines with the example's query and with its answer. */
export const DEMO_COSINES: readonly (readonly [query: number, answer: number])[] = Array.from(
  { length: thousandths.length / 2 },
  (_, i) => [(thousandths[2 * i] ?? 0) / 1000, (thousandths[2 * i + 1] ?? 0) / 1000],
);
