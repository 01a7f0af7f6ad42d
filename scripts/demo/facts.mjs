/**
 * The hand-written corpus behind the demo: scripts/demo/facts/*.json, one file a subject, laid out by prettier.
 * `positive` is a passage's id, `plausible` the passages written to look like an answer without being one.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const TEXT = v.pipe(v.string(), v.nonEmpty());
const PASSAGE = v.object({ id: TEXT, title: TEXT, text: TEXT });
const QUERY = v.object({
  id: TEXT,
  query: TEXT,
  positive: TEXT,
  plausible: v.pipe(v.array(v.object({ title: TEXT, text: TEXT })), v.minLength(3)),
});
const SUBJECT = v.object({ subject: TEXT, passages: v.array(PASSAGE), queries: v.array(QUERY) });

/** @typedef {v.InferOutput<typeof PASSAGE>} Passage */
/** @typedef {v.InferOutput<typeof QUERY>} Query */
/** @typedef {{ passages: Passage[], queries: Query[] }} Corpus */

/**
 * @param {string} folder
 * @returns {Corpus} of all its files, in the order of their names
 */
export function readFacts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const subjects = names
    .sort()
    .map((name) => v.parse(SUBJECT, JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  return {
    passages: subjects.flatMap(({ passages }) => passages),
    queries: subjects.flatMap(({ queries }) => queries),
  };
}
