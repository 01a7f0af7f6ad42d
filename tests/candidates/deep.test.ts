/** Files whose lists and objects stand too deep inside each other for the engine. */

import { expect, it } from 'vitest';

import { defaultLoadOptions } from '../../src/candidates/reading';
import { fileOf, openCandidates, refusedOf } from './support';

const candidates = openCandidates();

const DEPTH = 100_000;
const lists = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

it.each([
  ['a.jsonl', `{"foo":${lists}}\n`],
  ['a.json', lists],
  ['b.jsonl', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}\n`],
  ['a.csv', `query,positive,negatives\nq,p,"${lists}"\n`],
])('%s is refused in words', async (name, content) => {
  const outcome = await candidates.load(fileOf(name, content), defaultLoadOptions(name), () => undefined);
  expect(refusedOf(outcome).message).toBe(
    `${name}: lists and objects in it stand too deep inside each other. Write its records flat.`,
  );
});
