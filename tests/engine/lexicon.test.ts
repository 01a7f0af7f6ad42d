import { expect, it } from 'vitest';

import { Lexicon } from '../../src/engine/lexicon';
import { Task } from '../../src/engine/task';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';

/** Four distinct documents: df of rain 2, of sea 2, of the others 1. Queries are not documents. */
const SOURCES: TextRecord[][] = [
  [
    { query: 'rain sea', positive: 'the rain', negatives: ['rain, sea!', 'a SEA'] },
    { query: '…', positive: 'the rain', negatives: ['a SEA'] },
  ],
  [{ query: 'sea snow', positive: 'a SEA', negatives: ['wind', 'rain, sea!'] }],
];

it('the tokens of a text, known or not, are weighed by the distinct passages of all sources', async () => {
  const candidates = candidatesInMemory(SOURCES);
  const structures = [await candidates.structure(0, 1), await candidates.structure(1, 1)];
  const built = new Lexicon();
  await built.build(structures, candidates, 42, new Task(), () => undefined);
  // the, rain, sea, a, wind; not snow.
  expect(built.corpus).toMatchObject({ texts: 4, distinct_tokens: 5 });
  // ln(5 / (df + 1)) + 1, with df 2 of rain and sea and 0 of snow and of what was never read.
  const found = built.weigh('Rain, snow, RAIN; fog');
  expect(found.map(({ token }) => token)).toEqual(['rain', 'snow', 'fog']);
  expectRelative(found[0]?.idf ?? NaN, Math.log(5 / 3) + 1, 1e-15);
  expectRelative(found[1]?.idf ?? NaN, Math.log(5) + 1, 1e-15);
  expectRelative(found[2]?.idf ?? NaN, Math.log(5) + 1, 1e-15);
});
