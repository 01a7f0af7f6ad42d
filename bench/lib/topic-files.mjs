/** Made candidate files about topics: sources of one set of queries, each as near to the positives as it is told. */

import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { mulberry32 } from '../../tests/support/random.mjs';

/**
 * @typedef {object} TopicFiles
 * @property {number} queries
 * @property {number} negatives of each query in each source
 * @property {Readonly<Record<string, number>>} sources by name, the share of negatives that are of the query's topic
 */

const SEED = 1;
const TOPICS = 250;
const PASSAGES_A_TOPIC = 24;
const WORDS_A_TOPIC = 40;
const WORDS_A_QUERY = 6;
const WORDS_A_PASSAGE = 14;
const LETTERS = 'etaoinshrdlcumwfgypb';

/**
 * Writes one file of JSON lines a source, unless they are there already.
 *
 * @param {string} folder
 * @param {TopicFiles} files
 * @returns {string[]} absolute paths, in the order of the sources
 */
export function ensureTopicFiles(folder, { queries, negatives, sources }) {
  mkdirSync(folder, { recursive: true });
  const random = mulberry32(SEED);
  const below = (/** @type {number} */ end) => Math.floor(random() * end);
  const many = (/** @type {number} */ length, /** @type {() => string} */ draw) =>
    Array.from({ length }, draw).join(' ');
  const word = () => many(3 + below(5), () => LETTERS[below(LETTERS.length)] ?? '').replaceAll(' ', '');
  const topics = Array.from({ length: TOPICS }, () => Array.from({ length: WORDS_A_TOPIC }, word));
  /** @param {number} topic @param {number} length */
  const text = (topic, length) => many(length, () => topics[topic]?.[below(WORDS_A_TOPIC)] ?? '');
  const passages = topics.map((_, topic) =>
    Array.from({ length: PASSAGES_A_TOPIC }, () => text(topic, WORDS_A_PASSAGE)),
  );
  const asked = Array.from({ length: queries }, (_, i) => {
    const topic = i % TOPICS;
    const query = text(topic, WORDS_A_QUERY);
    return { topic, query, positive: `${query} ${text(topic, WORDS_A_PASSAGE - WORDS_A_QUERY)}` };
  });
  return Object.entries(sources).map(([name, near]) => {
    const file = join(folder, `${name}.jsonl`);
    const lines = asked.map(({ topic, query, positive }) => {
      /** @type {Set<string>} */
      const drawn = new Set();
      while (drawn.size < negatives) {
        const at = random() < near && drawn.size < PASSAGES_A_TOPIC / 2 ? topic : below(TOPICS);
        drawn.add(passages[at]?.[below(PASSAGES_A_TOPIC)] ?? '');
      }
      return `${JSON.stringify({ query, positive, negatives: [...drawn] })}\n`;
    });
    if (existsSync(file)) return file;
    writeFileSync(`${file}.draft-${process.pid}`, lines.join(''));
    renameSync(`${file}.draft-${process.pid}`, file);
    return file;
  });
}
