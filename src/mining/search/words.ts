/** How BM25 cuts texts into words. */

import { stemmer } from 'stemmer';

import { WORD_LISTS } from '../../lexical/tokens';

/** Lucene's 33 English stop words, which BM25S takes over. */
const ENGLISH_STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such ' +
    'that the their then there these they this to was will with'
  ).split(' '),
);

/** Lower case, then Python's `\b\w\w+\b`: letters, numbers and underscore, two code points or more. */
function bm25sWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

/**
 * Words as Lucene's standard tokenizer cuts them (Unicode's word breaks): a point, a colon or an apostrophe between
 * letters, and a point or a comma between digits, do not part; an ideograph is a word of its own.
 */
const LUCENE_WORD =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+(?:(?:(?<=[\p{L}\p{M}])['’.:·](?=\p{L})|(?<=\p{N})['’.,;](?=\p{N}))(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+)*/gu;

/** Lucene's words without an English possessive, in lower case. */
function luceneWords(text: string): string[] {
  const words = text.match(LUCENE_WORD) ?? [];
  return words.map((word) => word.replace(/['’]s$/i, '').toLowerCase());
}

/** `bm25s` and `lucene` are the two presets' own; the others are those of the lexical gate, for any language. */
const CUTS = { bm25s: bm25sWords, lucene: luceneWords, ...WORD_LISTS };

export type WordCut = keyof typeof CUTS;

export const WORD_CUTS = Object.keys(CUTS) as readonly WordCut[];

/** What is done to a text before it is counted. */
export interface WordRules {
  readonly tokens: WordCut;
  readonly stopwords: 'english' | 'none';
  readonly stemmer: 'porter' | 'none';
}

/** The words of a text that BM25 counts, in order, with repeats. */
export function countedWords(text: string, rules: WordRules): string[] {
  const words = CUTS[rules.tokens](text);
  const left = rules.stopwords === 'none' ? words : words.filter((word) => !ENGLISH_STOP_WORDS.has(word));
  return rules.stemmer === 'none' ? left : left.map((word) => stemmer(word));
}
