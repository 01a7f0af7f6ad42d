/** Four pairs that every cross-encoder tells apart: two queries, each with its answer and with the other's. */

import { CrossEncoderError } from '../errors';

export interface TextPair {
  readonly query: string;
  readonly passage: string;
}

const CAPITAL = {
  query: 'What is the capital of France?',
  passage: 'Paris is the capital of France and lies on the river Seine.',
};
const POTASSIUM = {
  query: 'Which fruit has much potassium?',
  passage: 'The banana is a fruit that has much potassium, which muscles need.',
};

/** Answered, not answered, answered, not answered. */
export const KNOWN_PAIRS: readonly TextPair[] = [
  CAPITAL,
  { query: CAPITAL.query, passage: POTASSIUM.passage },
  POTASSIUM,
  { query: POTASSIUM.query, passage: CAPITAL.passage },
];

/** @param scores of {@link KNOWN_PAIRS}, in their order @throws CrossEncoderError where one is not above that of the wrong passage */
export function checkKnownPairs(folder: string, scores: readonly number[]): void {
  const wrong = KNOWN_PAIRS.find((_, i) => i % 2 === 0 && !((scores[i] ?? 0) > (scores[i + 1] ?? 0)));
  if (!wrong) return;
  const said = scores.map((score) => score.toPrecision(4)).join(', ');
  throw new CrossEncoderError(
    folder,
    `It does not score “${wrong.query}” higher with its answer than with another passage (scores of the four known pairs: ` +
      `${said}). Expected a model that was trained to score a query with a passage.`,
  );
}
