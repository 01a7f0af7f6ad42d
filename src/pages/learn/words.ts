/** ψ from words: the words of a query by their idf, and which of them a text repeats. */

import { lexicalCoverage } from '../../lexical/coverage';
import { IdfTable, TokenDictionary } from '../../lexical/idf';
import { alphanumericTokens } from '../../lexical/tokens';
import { lexicalResiduality } from '../../scoring/gates';

/** The words of the example's query with their idf over the 870 passages of the demo. A test counts them again. */
export const QUERY_WORDS: readonly { readonly word: string; readonly idf: number }[] = [
  { word: 'what', idf: 4.032 },
  { word: 'kind', idf: 5.4671 },
  { word: 'of', idf: 1.4381 },
  { word: 'rock', idf: 4.7739 },
  { word: 'lies', idf: 4.7739 },
  { word: 'beneath', idf: 5.9779 },
  { word: 'nearly', idf: 4.9971 },
  { word: 'all', idf: 3.7443 },
  { word: 'the', idf: 1.0976 },
  { word: 'oceans', idf: 7.7696 },
];

/** The words of the example's query that a text has too. */
export function sharedWords(text: string): ReadonlySet<string> {
  const words = alphanumericTokens(text);
  return new Set(QUERY_WORDS.flatMap(({ word }) => (words.has(word) ? [word] : [])));
}

/** ψ of a text beside the example's query. */
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
