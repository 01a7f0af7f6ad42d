/**
 * The one example of the lessons: a query of the demo, its answer, and twelve passages of the demo, with the beginnings of
 * their texts and their cosines under the bundled encoder. A test embeds them again.
 */

import { targetConsistency, semanticLocality, DEFAULT_TEMPERATURE } from '../../scoring/gates';

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
export const PASSAGES: readonly Passage[] = [
  {
    id: 'civil',
    name: 'Civil codes',
    text: 'On the European continent private law is mostly laid down in codes',
    query: -0.167,
    answer: -0.12,
  },
  {
    id: 'diamonds',
    name: 'Diamonds',
    text: 'Natural diamonds grew at depths of more than 140 kilometres',
    query: 0.2978,
    answer: 0.3074,
  },
  {
    id: 'granite',
    name: 'Granite',
    text: 'Granite forms when molten rock cools slowly',
    query: 0.285,
    answer: 0.5386,
  },
  {
    id: 'limitation',
    name: 'Limitation periods',
    text: 'A claim that is brought too late can be barred.',
    query: -0.0013,
    answer: -0.0012,
  },
  {
    id: 'mars',
    name: 'Mars volcanoes',
    text: 'Olympus Mons on Mars is the tallest volcano known',
    query: 0.379,
    answer: 0.3582,
  },
  {
    id: 'porcelain',
    name: 'Porcelain',
    text: 'Porcelain is made from white kaolin with feldspar and quartz',
    query: 0.0803,
    answer: 0.222,
  },
  {
    id: 'attorney',
    name: 'Power of attorney',
    text: 'With a power of attorney one person lets another sign',
    query: -0.0881,
    answer: -0.0388,
  },
  {
    id: 'cookers',
    name: 'Pressure cookers',
    text: 'Under a sealed lid the steam pressure roughly doubles',
    query: 0.2008,
    answer: 0.2204,
  },
  {
    id: 'saturn',
    name: 'Saturn’s rings',
    text: "Saturn's rings span more than 270,000 kilometres",
    query: 0.34,
    answer: 0.2574,
  },
  {
    id: 'subduction',
    name: 'Subduction zones',
    text: 'Where two plates meet, the denser one may sink beneath the other into the mantle. Water driven out of the sinking slab lowers the melting point of the hot rock above it',
    query: 0.4655,
    answer: 0.3917,
  },
  {
    id: 'steel',
    name: 'Tempering steel',
    text: 'Steel quenched from red heat is hard but brittle.',
    query: 0.1353,
    answer: 0.1262,
  },
  {
    id: 'mantle',
    name: 'The Earth’s mantle',
    text: 'Between the crust and the core lies the mantle',
    query: 0.4187,
    answer: 0.3823,
  },
];

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
