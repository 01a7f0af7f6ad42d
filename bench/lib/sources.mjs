/** Six sources out of three: each file, and the hybrid of every two, over a seeded sample of their queries. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { hashText } from '../../scripts/encoder/random.mjs';

/**
 * A record as the page reads it: first positive, titles before texts, trimmed, no negative twice.
 *
 * @typedef {object} SourceRecord
 * @property {string} query
 * @property {string} positive
 * @property {string[]} negatives
 */

/** @typedef {{ name: string, records: SourceRecord[] }} Source */

/**
 * @param {string} file Tevatron JSONL
 * @returns {Source}
 */
export function readSource(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const records = lines.map((line) => {
    const { query, positive_passages, negative_passages } = JSON.parse(line);
    const negatives = negative_passages.map(passageText);
    return {
      query: query.trim(),
      positive: passageText(positive_passages[0]),
      negatives: [...new Set(negatives)].filter((text) => text !== ''),
    };
  });
  return { name: basename(file, '.jsonl'), records };
}

/** @param {{ title?: string | null, text: string }} passage @returns {string} */
const passageText = ({ title, text }) => `${title ?? ''} ${text}`.trim();

/**
 * The same queries of every source, drawn without repetition and in the order of the first one.
 *
 * @param {readonly Source[]} sources
 * @param {number} size
 * @returns {Source[]}
 */
export function sampleQueries(sources, size) {
  const shared = (sources[0]?.records ?? [])
    .map(({ query }) => query)
    .filter((query) => sources.every(({ records }) => records.some((record) => record.query === query)));
  const drawn = new Set(
    [...new Set(shared)].sort((a, b) => hashText(a) - hashText(b) || (a < b ? -1 : 1)).slice(0, size),
  );
  return sources.map(({ name, records }) => ({
    name,
    records: records.filter(({ query }) => drawn.has(query)),
  }));
}

/**
 * The union of two sources' negatives under the first one's positive, by query.
 *
 * @param {Source} first
 * @param {Source} second
 * @returns {Source}
 */
export function hybrid(first, second) {
  const others = new Map(second.records.map((record) => [record.query, record.negatives]));
  return {
    name: `${first.name}+${second.name}`,
    records: first.records.map((record) => ({
      ...record,
      negatives: [...new Set([...record.negatives, ...(others.get(record.query) ?? [])])],
    })),
  };
}

/**
 * @param {readonly Source[]} sources
 * @returns {Source[]} those and the hybrid of every two
 */
export function withHybrids(sources) {
  return [
    ...sources,
    ...sources.flatMap((first, i) => sources.slice(i + 1).map((second) => hybrid(first, second))),
  ];
}

/**
 * @param {readonly Source[]} sources
 * @param {string} folder
 * @returns {string[]} absolute paths of the files, one a source
 */
export function writeSources(sources, folder) {
  mkdirSync(folder, { recursive: true });
  return sources.map(({ name, records }) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return file;
  });
}

/** @param {Source} source */
export const pairsOf = ({ records }) => records.reduce((sum, { negatives }) => sum + negatives.length, 0);

/**
 * Texts in the order of a script that encodes record by record: query, positive, negatives.
 *
 * @param {Source} source
 * @returns {string[]}
 */
export function textsByRecord({ records }) {
  return records.flatMap(({ query, positive, negatives }) => [query, positive, ...negatives]);
}

/**
 * Texts in the order of a script that encodes triplet by triplet.
 *
 * @param {Source} source
 * @returns {string[]}
 */
export function textsByPair({ records }) {
  return records.flatMap(({ query, positive, negatives }) =>
    negatives.flatMap((negative) => [query, positive, negative]),
  );
}
