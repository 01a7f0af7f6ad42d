/**
 * The hand-written corpus behind the demo: scripts/demo/facts/*.json, one file a subject, laid out by prettier.
 * A file is { subject, passages: [{ id, title, text }], queries: [{ id, query, positive, plausible: [{ title, text }] }] };
 * `positive` is a passage's id, `plausible` the passages written to look like an answer without being one.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ id: string, title: string, text: string }} Passage
 * @typedef {{ title: string, text: string }} PlausiblePassage
 * @typedef {{ id: string, query: string, positive: string, plausible: PlausiblePassage[] }} Query
 * @typedef {{ subject: string, passages: Passage[], queries: Query[] }} Subject
 * @typedef {{ passages: Passage[], queries: Query[] }} Corpus
 */

const MIN_PASSAGES = 200;
const MIN_QUERIES = 120;
export const MIN_PLAUSIBLE = 3;

/** Word counts, smallest and largest, of what the corpus is made of. */
const WORDS = {
  passage: /** @type {const} */ ([35, 75]),
  plausible: /** @type {const} */ ([25, 60]),
  query: /** @type {const} */ ([5, 14]),
};

/** The facts files break a rule; the message lists every breach with its file, id and field. */
export class FactsError extends Error {
  /** @param {readonly string[]} problems one sentence each */
  constructor(problems) {
    super(`The demo facts have ${problems.length} problem(s):\n${problems.join('\n')}`);
    this.name = 'FactsError';
    this.problems = problems;
  }
}

/**
 * Reads and checks all facts files of a folder, in the order of their names.
 *
 * @param {string} folder
 * @returns {Corpus}
 * @throws {FactsError} where a file is no JSON or a rule is broken
 */
export function readFacts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const files = names.sort().map((name) => {
    try {
      return { name, content: /** @type {unknown} */ (JSON.parse(readFileSync(join(folder, name), 'utf8'))) };
    } catch (error) {
      throw new FactsError([`${name}: not JSON (${error}). Correct the file.`]);
    }
  });
  return checkFacts(files);
}

/**
 * Joins facts files into one corpus: ids and texts are unique over all of them, no text is blank or of a length
 * out of range, every positive is a passage, and there are at least {@link MIN_PASSAGES} passages,
 * {@link MIN_QUERIES} queries and {@link MIN_PLAUSIBLE} plausible passages a query.
 *
 * @param {readonly { name: string, content: unknown }[]} files
 * @returns {Corpus} in file order
 * @throws {FactsError} with every breach, not the first alone
 */
export function checkFacts(files) {
  /** @type {string[]} */
  const problems = [];
  const subjects = files.flatMap(({ name, content }) => {
    if (isSubject(content)) return [{ name, ...content }];
    problems.push(
      `${name}: expected { subject, passages, queries } as scripts/demo/facts.mjs describes. Correct it.`,
    );
    return [];
  });
  const passageIds = new Set(subjects.flatMap(({ passages }) => passages.map(({ id }) => id)));
  const once = seenOnce(problems);

  for (const { name, passages, queries } of subjects) {
    for (const { id, title, text } of passages) {
      once(`${name}, ${id}`, 'id', id);
      checkText(problems, `${name}, ${id}, text`, text, WORDS.passage);
      if (title.trim() === '') problems.push(`${name}, ${id}, title: blank. Write a title.`);
      once(`${name}, ${id}`, 'text', text);
    }
    for (const { id, query, positive, plausible } of queries) {
      once(`${name}, ${id}`, 'id', id);
      checkText(problems, `${name}, ${id}, query`, query, WORDS.query);
      once(`${name}, ${id}`, 'query', query);
      if (!passageIds.has(positive)) {
        problems.push(`${name}, ${id}, positive: no passage has the id "${positive}". Name one that exists.`);
      }
      if (plausible.length < MIN_PLAUSIBLE) {
        problems.push(
          `${name}, ${id}, plausible: ${plausible.length}, expected ${MIN_PLAUSIBLE} or more. Write more.`,
        );
      }
      plausible.forEach(({ title, text }, at) => {
        const where = `${name}, ${id}, plausible ${at + 1}`;
        checkText(problems, `${where}, text`, text, WORDS.plausible);
        if (title.trim() === '') problems.push(`${where}, title: blank. Write a title.`);
        once(where, 'text', text);
      });
    }
  }

  const passages = subjects.flatMap((subject) => subject.passages);
  const queries = subjects.flatMap((subject) => subject.queries);
  if (passages.length < MIN_PASSAGES) {
    problems.push(`All files: ${passages.length} passages, expected ${MIN_PASSAGES} or more. Write more.`);
  }
  if (queries.length < MIN_QUERIES) {
    problems.push(`All files: ${queries.length} queries, expected ${MIN_QUERIES} or more. Write more.`);
  }
  if (problems.length > 0) throw new FactsError(problems);
  return { passages, queries };
}

/**
 * @param {string[]} problems added to
 * @param {string} where
 * @param {string} text
 * @param {readonly [number, number]} range in words
 */
function checkText(problems, where, text, [least, most]) {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  if (words < least || words > most) {
    problems.push(`${where}: ${words} words, expected ${least} to ${most}. Rewrite it.`);
  }
  if (text !== text.trim()) problems.push(`${where}: white space at an end. Remove it.`);
}

/**
 * @param {string[]} problems added to
 * @returns {(where: string, field: string, value: string) => void} reports a value that the field had before
 */
function seenOnce(problems) {
  /** @type {Map<string, string>} */
  const places = new Map();
  return (where, field, value) => {
    const key = `${field} ${value}`;
    const earlier = places.get(key);
    if (earlier !== undefined)
      problems.push(`${where}, ${field}: the same as in ${earlier}. Change one of them.`);
    else places.set(key, where);
  };
}

/**
 * @param {unknown} value
 * @param {readonly string[]} fields
 * @returns {value is Record<string, unknown>} an object in which each of the fields is a string
 */
const hasStrings = (value, fields) =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof (/** @type {Record<string, unknown>} */ (value)[field]) === 'string');

/**
 * @param {unknown} value
 * @returns {value is Subject}
 */
function isSubject(value) {
  if (!hasStrings(value, ['subject'])) return false;
  const { passages, queries } = value;
  return (
    Array.isArray(passages) &&
    passages.every((passage) => hasStrings(passage, ['id', 'title', 'text'])) &&
    Array.isArray(queries) &&
    queries.every(
      (query) =>
        hasStrings(query, ['id', 'query', 'positive']) &&
        Array.isArray(query['plausible']) &&
        query['plausible'].every((passage) => hasStrings(passage, ['title', 'text'])),
    )
  );
}
