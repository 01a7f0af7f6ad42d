/**
 * Reads words/: lists of English words written for this encoder. A file has topics (`# topic`) of lines
 * `n: …` nouns, `v: …` verbs, `a: …` adjectives, `x: …` words without other forms; irregular.txt has one word a
 * line, its base form first.
 */
import { readFileSync } from 'node:fs';

import { inflections } from './inflect.mjs';

const FOLDER = new URL('words/', import.meta.url);
/** Most common words first: a word's tier is that of the first file that has it. */
const FILES = ['function', 'general', 'people', 'nature', 'science', 'state', 'culture', 'common', 'names'];

/**
 * How much a word tells about a text's subject: function words, words of any subject, words of some subject,
 * names.
 * @typedef {'function' | 'general' | 'common' | 'topic' | 'name'} Tier
 */

/**
 * @typedef {object} Lemma
 * @property {string} word base form
 * @property {Tier} tier
 * @property {Set<string>} topics
 * @property {Set<string>} forms the word itself and the forms that no other word has taken
 */

/** @type {Record<string, Tier>} */
const TIERS = { function: 'function', general: 'general', common: 'common', names: 'name' };

/** @param {string} file */
const lines = (file) =>
  readFileSync(new URL(`${file}.txt`, FOLDER), 'utf8')
    .split(/\r?\n/)
    .filter(Boolean);

/**
 * Base forms of irregular forms and of the base forms themselves; the first line that has a form decides.
 * @returns {Map<string, string>}
 */
function readIrregular() {
  /** @type {Map<string, string>} */
  const baseOf = new Map();
  for (const line of lines('irregular')) {
    const [base = '', ...forms] = line.split(' ');
    for (const form of [base, ...forms]) if (!baseOf.has(form)) baseOf.set(form, baseOf.get(base) ?? base);
  }
  return baseOf;
}

/**
 * Each word of each list, in order.
 * @param {string} file
 * @returns {{ topic: string, kind: string, word: string }[]}
 * @throws {SyntaxError} where a line is neither a topic nor words of a kind
 */
function readList(file) {
  let topic = file;
  return lines(file).flatMap((line, at) => {
    const match = /^(?:# (?<title>\w+)|(?<kind>[nvax]): (?<words>[a-z0-9 ]+))$/.exec(line)?.groups;
    if (match === undefined) {
      throw new SyntaxError(`words/${file}.txt:${at + 1}: expected "# topic" or "n: words", got "${line}"`);
    }
    const { title, kind = 'x', words } = match;
    topic = title ?? topic;
    return (words?.split(' ') ?? []).map((word) => ({ topic, kind, word }));
  });
}

/**
 * All lemmas with their forms. Each form belongs to one lemma: irregular forms first, then listed words, then regular
 * forms.
 * @returns {Lemma[]}
 */
export function readLemmas() {
  const baseOf = readIrregular();
  const irregular = new Set(baseOf.values());
  /** @type {Map<string, Lemma>} */
  const lemmas = new Map();
  /** @type {{ lemma: Lemma, kind: string, word: string }[]} */
  const listed = [];
  for (const file of FILES) {
    for (const { topic, kind, word } of readList(file)) {
      const base = baseOf.get(word) ?? word;
      const tier = TIERS[file] ?? 'topic';
      const lemma = lemmas.get(base) ?? { word: base, tier, topics: new Set(), forms: new Set() };
      lemmas.set(base, lemma);
      if (lemma.tier === 'topic' || tier === 'name') lemma.topics.add(topic);
      listed.push({ lemma, kind, word });
    }
  }

  /** @type {Set<string>} */
  const taken = new Set();
  /** @param {Lemma | undefined} lemma @param {string} form */
  const take = (lemma, form) => {
    if (lemma === undefined || taken.has(form)) return;
    taken.add(form);
    lemma.forms.add(form);
  };
  for (const [form, base] of baseOf) take(lemmas.get(base), form);
  for (const { lemma, word } of listed) take(lemma, word);
  for (const { lemma, kind, word } of listed) {
    const regular = inflections(word, kind);
    const kept =
      irregular.has(word) && kind === 'v' ? regular.filter((form) => !form.endsWith('ed')) : regular;
    for (const form of kept) take(lemma, form);
  }
  return [...lemmas.values()].filter((lemma) => lemma.forms.size > 0);
}
