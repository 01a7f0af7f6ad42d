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
const lines = (file) => readFileSync(new URL(`${file}.txt`, FOLDER), 'utf8').split('\n').filter(Boolean);

/**
 * All lemmas with their forms; each form belongs to one lemma.
 * @returns {Lemma[]}
 * @throws {SyntaxError} where a line of a list is neither a topic nor words of a kind
 */
export function readLemmas() {
  /** @type {Map<string, string>} */
  const baseOf = new Map();
  for (const line of lines('irregular')) {
    const [base = '', ...forms] = line.split(' ');
    for (const form of [base, ...forms]) if (!baseOf.has(form)) baseOf.set(form, baseOf.get(base) ?? base);
  }
  const irregular = new Set(baseOf.values());

  /** @type {Map<string, Lemma>} */
  const lemmas = new Map();
  /** @type {[Lemma, string, string][]} */
  const listed = [];
  for (const file of FILES) {
    let topic = file;
    for (const line of lines(file)) {
      const match = /^(?:# (?<topic>\w+)|(?<kind>[nvax]): (?<words>[a-z0-9 ]+))$/.exec(line)?.groups;
      if (match === undefined) throw new SyntaxError(`words/${file}.txt: expected "# topic" or "n: words", got "${line}"`);
      topic = match['topic'] ?? topic;
      for (const word of match['words']?.split(' ') ?? []) {
        const base = baseOf.get(word) ?? word;
        const lemma = lemmas.get(base) ?? { word: base, tier: TIERS[file] ?? 'topic', topics: new Set(), forms: new Set() };
        lemmas.set(base, lemma);
        if (lemma.tier === 'topic' || file === 'names') lemma.topics.add(topic);
        listed.push([lemma, word, match['kind'] ?? 'x']);
      }
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
  for (const [lemma, word] of listed) take(lemma, word);
  for (const [lemma, word, kind] of listed) {
    for (const form of inflections(word, kind)) {
      if (!(kind === 'v' && form.endsWith('ed') && irregular.has(word))) take(lemma, form);
    }
  }
  return [...lemmas.values()].filter((lemma) => lemma.forms.size > 0);
}
