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

/** @param scores of {@link KNOWN_PAIRS}, in their order @throws CrossEncoderError for equal scores, or a wrong order */
export function checkKnownPairs(folder: string, scores: readonly number[]): void {
  const said = scores.map((score) => score.toPrecision(4)).join(', ');
  if (scores.every((score) => score === scores[0])) {
    throw new CrossEncoderError(
      folder,
      `It gives four known pairs one score (${said}): its head was never trained, or does not see both texts.`,
    );
  }
  for (let i = 0; i < scores.length; i += 2) {
    if ((scores[i] as number) > (scores[i + 1] as number)) continue;
    throw new CrossEncoderError(
      folder,
      `It does not score “${KNOWN_PAIRS[i]?.query}” higher with its answer than with another passage (scores of the four ` +
        `known pairs: ${said}). Expected a model that scores a query with a passage.`,
    );
  }
}
