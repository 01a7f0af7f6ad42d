/** From the checked corpus to the demo's four sources: the same queries in the same order, other negatives. */

import { mulberry32 } from '../encoder/random.mjs';
import { bm25, contentWords } from './bm25.mjs';

/**
 * @typedef {import('./facts.mjs').Corpus} Corpus
 * @typedef {import('./facts.mjs').Query} Query
 * @typedef {{ docid: string, title: string, text: string }} Document
 * @typedef {{ query_id: string, query: string, positive_passages: Document[], negative_passages: Document[] }} DemoRecord
 */

/** Negatives in a record of a mined source. The written source has as many as were written, three as a rule. */
export const MINED_NEGATIVES = 4;

const RANDOM_SEED = 42;

/**
 * @param {{ title: string, text: string }} passage
 * @returns {string} the passage as SPEC.md reads it
 */
export const passageText = ({ title, text }) => `${title} ${text}`.trim();

/**
 * @param {Corpus} corpus
 * @returns {DemoRecord[]} negatives: the passages that BM25 ranks highest for the query's content words, ties (which
 *   are passages without any of them) by BM25 for all its words; the positive left out
 */
export function bm25Source(corpus) {
  const score = bm25(corpus.passages.map(passageText));
  const queries = corpus.queries.map(({ query }) => query);
  return rankedSource(corpus, [
    queries.map((query) => score(contentWords(query))),
    queries.map((query) => score(query)),
  ]);
}

/**
 * @param {Corpus} corpus
 * @param {readonly (readonly (readonly number[])[])[]} rankings scores [queries, passages]; each settles the ties of
 *   the one before, corpus order the rest
 * @returns {DemoRecord[]} negatives: the passages of the highest scores, the positive left out
 */
export function rankedSource(corpus, rankings) {
  return corpus.queries.map((query, row) => {
    const ranked = corpus.passages
      .map((passage, at) => ({ passage, scores: rankings.map((scores) => scores[row]?.[at] ?? 0) }))
      .filter(({ passage }) => passage.id !== query.positive)
      .sort((a, b) => firstDifference(b.scores, a.scores));
    return toRecord(
      corpus,
      query,
      ranked.slice(0, MINED_NEGATIVES).map(({ passage }) => toDocument(passage)),
    );
  });
}

/**
 * @param {Corpus} corpus
 * @param {number} [seed] of mulberry32; one generator serves all records in turn
 * @returns {DemoRecord[]} negatives: uniform draws from the passages, distinct in a record, the positive left out
 */
export function randomSource(corpus, seed = RANDOM_SEED) {
  const next = mulberry32(seed);
  return corpus.queries.map((query) => {
    const others = corpus.passages.filter(({ id }) => id !== query.positive);
    const drawn = Array.from({ length: MINED_NEGATIVES }, () =>
      others.splice(Math.floor(next() * others.length), 1),
    );
    return toRecord(corpus, query, drawn.flat().map(toDocument));
  });
}

/**
 * @param {Corpus} corpus
 * @returns {DemoRecord[]} negatives: the plausible passages that were written for each query
 */
export function writtenSource(corpus) {
  return corpus.queries.map((query) => {
    const documents = query.plausible.map(({ title, text }, at) => ({
      docid: `${query.id}-w${at + 1}`,
      title,
      text,
    }));
    return toRecord(corpus, query, documents);
  });
}

/**
 * @param {readonly DemoRecord[]} records
 * @returns {string} NDJSON, one record a line
 */
export const toNdjson = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b of the same length
 * @returns {number} the first difference a − b that is not 0, or 0
 */
const firstDifference = (a, b) =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/**
 * @param {import('./facts.mjs').Passage} passage
 * @returns {Document}
 */
const toDocument = ({ id, title, text }) => ({ docid: id, title, text });

/**
 * @param {Corpus} corpus checked: the query's positive is one of its passages
 * @param {Query} query
 * @param {Document[]} negatives
 * @returns {DemoRecord}
 */
function toRecord(corpus, { id, query, positive }, negatives) {
  const positives = corpus.passages.filter((passage) => passage.id === positive).map(toDocument);
  return { query_id: id, query, positive_passages: positives, negative_passages: negatives };
}
