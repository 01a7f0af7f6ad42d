/** ψ of two texts: their shared words, what each is worth, and C. */

import { lexicalCoverage } from '../../../lexical/coverage';
import { IdfTable, TokenDictionary } from '../../../lexical/idf';
import { alphanumericTokens } from '../../../lexical/tokens';
import { EXAMPLES } from './examples';

const dictionary = new TokenDictionary();
const table = new IdfTable();

// The corpus of the gate: all positives and negatives of the examples, as for the sources of a ranking.
for (const { positive, negatives } of EXAMPLES) {
  for (const text of [positive, ...negatives.map((negative) => negative.text)]) {
    table.add(dictionary.idsOf(alphanumericTokens(text)));
  }
}

/** Texts behind the IDF. */
export const CORPUS_TEXTS = table.documents;

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

/** A run of a text, as it is written; null where it is no shared word, else the idf of its rarest shared token. */
export interface TextRun {
  readonly text: string;
  readonly idf: number | null;
}

/** A text cut into words and what stands between them, with the tokens that another text shares. */
export function markedRuns(text: string, other: string): TextRun[] {
  const shared = alphanumericTokens(other);
  const runs = text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.map((run) => {
    const idfs = [...alphanumericTokens(run)].filter((token) => shared.has(token)).map(idfOf);
    return { text: run, idf: idfs.length === 0 ? null : Math.max(...idfs) };
  });
}

function idfOf(token: string): number {
  const [id = -1] = dictionary.idsOf(new Set([token]));
  return table.idf(id);
}
