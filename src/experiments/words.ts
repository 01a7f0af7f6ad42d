/** The pair columns of a run's sources with C under every tokenizer and IDF corpus: all texts are cut into tokens again. */

import type { SourceStructure } from '../candidates/store/source-columns';
import { distinctIds, fillCoverage, readTexts, type Idf, type TextTokens } from '../engine/lexicon';
import { IDF_CORPUS_IDS, type IdfCorpusId } from '../lexical/corpora';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { TOKENIZER_IDS, tokenSet, type TokenizerId } from '../lexical/tokenizers';
import type { PairColumns } from '../scoring/pairs';
import type { Performance } from './experiment';

const UNIFORM: Idf = { idf: () => 1 };

/** Pair columns by source, under one tokenizer and one IDF corpus. */
export interface Covered {
  readonly tokenizer: TokenizerId;
  readonly corpus: IdfCorpusId;
  readonly columns: readonly PairColumns[];
}

/** @throws RunCancelledError */
export async function coveredBy(performance: Performance<object>): Promise<Covered[]> {
  const { run, candidates, settings, task } = performance;
  // The corpora are those of whole files, sampled or not.
  const whole: SourceStructure[] = [];
  for (const { id } of run.sources) whole.push(await candidates.structure(id, settings.seed));
  const made: Covered[] = [];
  for (const tokenizer of TOKENIZER_IDS) {
    const words = await Words.read(tokenizer, whole, performance);
    for (const corpus of IDF_CORPUS_IDS) {
      const all: PairColumns[] = [];
      for (const [s, { structure, columns }] of run.sources.entries()) {
        const coverage = new Float64Array(columns.coverage.length);
        const idf = words.table(corpus, whole[s] as SourceStructure);
        await fillCoverage(structure, [...structure.queries.keys()], words, idf, coverage, task);
        all.push({ ...columns, coverage });
      }
      made.push({ tokenizer, corpus, columns: all });
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

function passagesOf(structures: readonly SourceStructure[]): Int32Array {
  return distinctIds(structures.flatMap(({ positives, negatives }) => [positives, negatives]));
}

/** Every text of the sources as the tokens of one tokenizer. */
class Words implements TextTokens {
  readonly queries = new Map<number, Int32Array>();
  readonly passages = new Map<number, Int32Array>();
  /** Texts of queries that are not passages too: a text counts once in a corpus of both. */
  private readonly queryTexts = new Map<string, Int32Array>();
  private readonly pooled = new Map<IdfCorpusId, Idf>([['uniform', UNIFORM]]);

  /** @throws RunCancelledError */
  static async read(
    tokenizer: TokenizerId,
    structures: readonly SourceStructure[],
    { candidates, task, onSteps }: Pick<Performance<object>, 'candidates' | 'task' | 'onSteps'>,
  ): Promise<Words> {
    const words = new Words();
    const dictionary = new TokenDictionary();
    const tokensOf = (text: string) => dictionary.idsOf(tokenSet(tokenizer, text));
    const addQuery = (id: number, text: string) => {
      const tokens = tokensOf(text);
      words.queries.set(id, tokens);
      words.queryTexts.set(text, tokens);
    };
    const addPassage = (id: number, text: string) => {
      words.passages.set(id, tokensOf(text));
      words.queryTexts.delete(text);
    };
    await readTexts(queriesOf(structures), (ids) => candidates.queryTexts(ids), addQuery, task, onSteps);
    await readTexts(passagesOf(structures), (ids) => candidates.passageTexts(ids), addPassage, task, onSteps);
    return words;
  }

  /** The table of a corpus. `source` matters for `source-documents` only. */
  table(corpus: IdfCorpusId, source: SourceStructure): Idf {
    if (corpus === 'source-documents') {
      const ids = distinctIds([source.positives, source.negatives]);
      return idfOf(Array.from(ids, (id) => this.passages.get(id) as Int32Array));
    }
    let table = this.pooled.get(corpus);
    if (!table) {
      const queries = corpus === 'pooled-query-document' ? this.queryTexts.values() : [];
      table = idfOf([...this.passages.values(), ...queries]);
      this.pooled.set(corpus, table);
    }
    return table;
  }
}

/** Document frequencies over distinct texts. */
function idfOf(texts: readonly Int32Array[]): IdfTable {
  const table = new IdfTable();
  for (const tokens of texts) table.add(tokens);
  return table;
}
