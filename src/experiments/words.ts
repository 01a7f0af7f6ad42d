/** The pair columns of a run's sources with C under every tokenizer and IDF corpus: all texts are cut into tokens again. */

import type { SourceStructure } from '../candidates/store/source-columns';
import {
  distinctIds,
  fillCoverage,
  passagesOf,
  readTexts,
  type Idf,
  type TextTokens,
} from '../engine/lexicon';
import { IDF_CORPUS_IDS, type IdfCorpusId } from '../lexical/corpora';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { TOKENIZER_IDS, tokenSet, type TokenizerId } from '../lexical/tokens';
import type { PairColumns } from '../scoring/pairs';
import type { Performance } from './experiment';

/** Pair columns by source, under one tokenizer and one IDF corpus. */
interface Covered {
  readonly tokenizer: TokenizerId;
  readonly corpus: IdfCorpusId;
  readonly columns: readonly PairColumns[];
}

/** @throws RunCancelledError */
export async function coveredBy(performance: Performance): Promise<Covered[]> {
  const { run, task } = performance;
  const made: Covered[] = [];
  for (const tokenizer of TOKENIZER_IDS) {
    // The corpora are those of whole files, sampled or not.
    const words = await wordsOf(tokenizer, run.structures, performance);
    for (const corpus of IDF_CORPUS_IDS) {
      const tableOf = tablesOf(corpus, words, run.structures);
      const columns: PairColumns[] = [];
      for (const [s, { structure, columns: own }] of run.sources.entries()) {
        const coverage = new Float64Array(own.coverage.length);
        await fillCoverage(structure, [...structure.queries.keys()], words, tableOf(s), coverage, task);
        columns.push({ ...own, coverage });
      }
      made.push({ tokenizer, corpus, columns });
    }
  }
  return made;
}

/** Distinct texts of some sources: queries, and passages. */
export function textsOf(structures: readonly SourceStructure[]): number {
  return queriesOf(structures).length + passagesOf(structures).length;
}

function queriesOf(structures: readonly SourceStructure[]): Int32Array {
  return distinctIds(structures.map(({ queries }) => queries));
}

/** Every text of the sources as the tokens of one tokenizer. */
interface Words extends TextTokens {
  /** Texts of queries that are not passages too: a text counts once in a corpus of both. */
  readonly queryTexts: ReadonlyMap<string, Int32Array>;
}

/** @throws RunCancelledError */
async function wordsOf(
  tokenizer: TokenizerId,
  structures: readonly SourceStructure[],
  { candidates, task, onSteps }: Performance,
): Promise<Words> {
  const [queries, passages] = [new Map<number, Int32Array>(), new Map<number, Int32Array>()];
  const queryTexts = new Map<string, Int32Array>();
  const dictionary = new TokenDictionary();
  const tokensOf = (text: string) => dictionary.idsOf(tokenSet(tokenizer, text));
  const addQuery = (id: number, text: string) => {
    const tokens = tokensOf(text);
    queries.set(id, tokens);
    queryTexts.set(text, tokens);
  };
  const addPassage = (id: number, text: string) => {
    passages.set(id, tokensOf(text));
    queryTexts.delete(text);
  };
  await readTexts(queriesOf(structures), (ids) => candidates.queryTexts(ids), addQuery, task, onSteps);
  await readTexts(passagesOf(structures), (ids) => candidates.passageTexts(ids), addPassage, task, onSteps);
  return { queries, passages, queryTexts };
}

/** The IDF table of a corpus, by source: document frequencies over distinct texts. */
function tablesOf(
  corpus: IdfCorpusId,
  { passages, queryTexts }: Words,
  whole: readonly SourceStructure[],
): (source: number) => Idf {
  if (corpus === 'uniform') return () => ({ idf: () => 1 });
  if (corpus === 'source-documents') {
    return (source) =>
      idfOf(Array.from(passagesOf(whole.slice(source, source + 1)), (id) => passages.get(id) as Int32Array));
  }
  const queries = corpus === 'pooled-query-document' ? queryTexts.values() : [];
  const pooled = idfOf([...passages.values(), ...queries]);
  return () => pooled;
}

function idfOf(texts: readonly Int32Array[]): IdfTable {
  const table = new IdfTable();
  for (const tokens of texts) table.add(tokens);
  return table;
}
