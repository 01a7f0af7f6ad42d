/** ψ of two texts: their shared words, the idf of each, and C. */

import { lexicalCoverage } from '../../../lexical/coverage';
import { IdfTable, TokenDictionary } from '../../../lexical/idf';
import { markedRuns, type MarkedRun } from '../../../lexical/marked-runs';
import { alphanumericTokens } from '../../../lexical/tokens';
import { EXAMPLES } from './examples';

const dictionary = new TokenDictionary();
const table = new IdfTable();

// The corpus is all positives and negatives, as for the sources of a ranking.
for (const { positive, negatives } of EXAMPLES) {
  for (const text of [positive, ...negatives.map((negative) => negative.text)]) {
    table.add(dictionary.idsOf(alphanumericTokens(text)));
  }
}

/** C of a query and a negative, over the corpus of the examples. */
export function coverageOfTexts(query: string, negative: string): number {
  return lexicalCoverage(
    dictionary.idsOf(alphanumericTokens(query)),
    dictionary.idsOf(alphanumericTokens(negative)),
    table,
  );
}

/** One word of the query. */
export interface QueryToken {
  readonly token: string;
  readonly idf: number;
  /** True where the negative has it too. */
  readonly shared: boolean;
}

/** The distinct tokens of a query, in their order, with their idf. */
export function queryTokens(query: string, negative: string): QueryToken[] {
  const others = alphanumericTokens(negative);
  return [...alphanumericTokens(query)].map((token) => ({
    token,
    idf: idfOf(token),
    shared: others.has(token),
  }));
}

/** A text with the tokens marked that another text has too, by their idf. */
export function sharedRuns(text: string, other: string): MarkedRun[] {
  const shared = alphanumericTokens(other);
  return markedRuns(text, (token) => (shared.has(token) ? idfOf(token) : null));
}

function idfOf(token: string): number {
  const [id = -1] = dictionary.idsOf(new Set([token]));
  return table.idf(id);
}
