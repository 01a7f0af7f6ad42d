/**
 * The one example of the lessons: a query of the demo, its answer, and twelve passages of the demo, with the beginnings of
 * their texts and their cosines under the bundled encoder. A test embeds them again.
 */

import { lexicalCoverage } from '../../lexical/coverage';
import { IdfTable, TokenDictionary } from '../../lexical/idf';
import { alphanumericTokens } from '../../lexical/tokens';
import {
  DEFAULT_TEMPERATURE,
  lexicalResiduality,
  semanticLocality,
  targetConsistency,
} from '../../scoring/gates';
import thousandths from './demo-cosines.json' with { type: 'json' };
import example from './example.json' with { type: 'json' };

/** The temperature of all lessons. */
export const TAU = DEFAULT_TEMPERATURE;

/** With the beginning of its text, and its cosines with the query and with the answer. */
export type Passage = Readonly<typeof example.answer>;

export const QUERY = example.query;
export const ANSWER: Passage = example.answer;

/** It answers too, and nobody labelled it. Written for the lessons: the demo has none. */
export const UNLABELLED: Passage = example.unlabelled;

/** Wrong passages by their names. */
export const PASSAGES: readonly Passage[] = example.passages;

/** The words of the query with their idf over the 870 passages of the demo. A test counts them again. */
export const QUERY_WORDS: readonly { readonly word: string; readonly idf: number }[] = example.words;

/** The five pairs of the last lesson: the encoder prefers each negative to the positive. Texts of the demo but one. */
export const JUDGED = example.pairs;

/** A passage of the example. @throws Error for another id */
export function passage(id: string): Passage {
  const found = [...PASSAGES, UNLABELLED, ANSWER].find((each) => each.id === id);
  if (!found) throw new Error(`The example has no passage "${id}".`);
  return found;
}

/** By how much the answer's cosine with the query is larger. */
export function lead({ query }: Passage): number {
  return ANSWER.query - query;
}

/** ρ beside the labelled answer. */
export function rho(each: Passage): number {
  return targetConsistency(lead(each), TAU);
}

/** η beside the labelled answer. */
export function eta({ query, answer }: Passage): number {
  return semanticLocality(answer - query, TAU);
}

/** All 870 passages of the demo by their cosines with the example's query and with its answer. */
export const DEMO_COSINES: readonly (readonly [query: number, answer: number])[] = Array.from(
  { length: thousandths.length / 2 },
  (_, i) => [(thousandths[2 * i] ?? 0) / 1000, (thousandths[2 * i + 1] ?? 0) / 1000],
);

export function sharedWords(text: string): ReadonlySet<string> {
  const words = alphanumericTokens(text);
  return new Set(QUERY_WORDS.flatMap(({ word }) => (words.has(word) ? [word] : [])));
}

/** ψ of a text beside the query. */
export function psiOf(text: string): number {
  const shared = sharedWords(text);
  const sum = (words: typeof QUERY_WORDS) => words.reduce((all, { idf }) => all + idf, 0);
  return lexicalResiduality(sum(QUERY_WORDS.filter(({ word }) => shared.has(word))) / sum(QUERY_WORDS));
}

/** C of three texts of one's own; their corpus is the two passages. */
export function coverageOfOwn(query: string, positive: string, negative: string): number {
  const dictionary = new TokenDictionary();
  const table = new IdfTable();
  const [q, p, n] = [query, positive, negative].map((text) => dictionary.idsOf(alphanumericTokens(text)));
  if (!q || !p || !n) return 0;
  table.add(p);
  table.add(n);
  return lexicalCoverage(q, n, table);
}
