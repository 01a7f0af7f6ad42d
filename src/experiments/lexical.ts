/** How much the score depends on how ψ is made: tokenizers × IDF corpora (paper, Table tokenizer_idf_sensitivity). */

import type { CandidatesForEngine, SourceStructure } from '../candidates/faces';
import type { IdfCorpusId } from '../lexical/corpora';
import { lexicalCoverage } from '../lexical/coverage';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { TOKENIZERS, type TokenizerId } from '../lexical/tokenizers';
import { meanResiduality } from '../scoring/means';
import { pairRange, type PairColumns } from '../scoring/pairs';
import type { FinishedRun } from '../engine/finished-run';
import { distinctIds } from '../engine/lexicon';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import { pairsOf, sumWork, type ExperimentKind } from './experiment';
import type { LexicalCell } from './types';
import { scoresUnder, weightColumn } from './weighted-sums';

/** Texts asked for at a time. */
const TEXTS_PER_REQUEST = 4096;

/** What gives every token its idf. */
type Idf = Pick<IdfTable, 'idf'>;

const UNIFORM: Idf = { idf: () => 1 };

/** Who reads texts, and what stops the reading. */
interface Reading {
  readonly candidates: CandidatesForEngine;
  readonly task: Task;
  readonly onTexts: (count: number) => void;
}

export const lexical: ExperimentKind<'lexical'> = {
  work({ sources }, { tokenizers, corpora }) {
    const texts = tokenizers.length * textsOf(sources);
    const cells = tokenizers.length * corpora.length;
    return { ...sumWork(sources, cells), texts, steps: texts + pairsOf(sources) };
  },
  async perform({ run, candidates, settings, options, task, summing, onSteps }) {
    const { sources } = run;
    const { tau, weighting } = settings;
    // The corpora are those of the whole files, sampled or not (SPEC.md, "Lexical gate").
    const whole: SourceStructure[] = [];
    for (const { id } of sources) whole.push(await candidates.structure(id, settings.seed));
    const cells: { tokenizer: TokenizerId; corpus: IdfCorpusId; columns: PairColumns[] }[] = [];
    for (const tokenizer of options.tokenizers) {
      const reading = { candidates, task, onTexts: onSteps };
      const words = await Words.read(tokenizer, whole, reading);
      for (const corpus of options.corpora) {
        const tables = whole.map((structure) => words.table(corpus, structure));
        const columns: PairColumns[] = [];
        for (const [s, source] of sources.entries()) {
          columns.push(await covered(source, words, tables[s] ?? UNIFORM, task));
        }
        cells.push({ tokenizer, corpus, columns });
      }
    }
    const scores = await scoresUnder(
      sources,
      (_, place) => cells.map(({ columns }) => weightColumn(columns[place] as PairColumns, tau, weighting)),
      summing,
      onSteps,
    );
    return {
      cells: cells.map(({ tokenizer, corpus, columns }, i): LexicalCell => ({
        tokenizer,
        corpus,
        scores: scores[i] ?? [],
        meanPsi: columns.map(meanResiduality),
      })),
    };
  },
};

function textsOf(sources: FinishedRun['sources']): number {
  const structures = sources.map(({ structure }) => structure);
  return (
    distinctIds(structures.flatMap(({ positives, negatives }) => [positives, negatives])).length +
    distinctIds(structures.map(({ queries }) => queries)).length
  );
}

/** The pair columns of a source with C under another table of words. @throws RunCancelledError */
async function covered(source: SourceData, words: Words, idf: Idf, task: Task): Promise<PairColumns> {
  const { structure, columns } = source;
  const coverage = new Float64Array(columns.coverage.length);
  for (const [record, query] of structure.queries.entries()) {
    const { start, end } = pairRange(structure.offsets, record);
    for (let pair = start; pair < end; pair++) {
      const negative = structure.negatives[pair] as number;
      coverage[pair] = lexicalCoverage(words.query(query), words.passage(negative), idf);
    }
    if (record % 64 === 0) await task.breathe();
  }
  return { ...columns, coverage };
}

/** Every text of the sources as the tokens of one tokenizer. */
class Words {
  private readonly queries = new Map<number, Int32Array>();
  private readonly passages = new Map<number, Int32Array>();
  /** Texts of queries that are no passage's: a text counts once in a corpus of both. */
  private readonly queryTexts = new Map<string, Int32Array>();
  private readonly pooled = new Map<IdfCorpusId, Idf>([['uniform', UNIFORM]]);

  /** @throws RunCancelledError */
  static async read(
    tokenizer: TokenizerId,
    structures: readonly SourceStructure[],
    { candidates, task, onTexts }: Reading,
  ): Promise<Words> {
    const words = new Words();
    const dictionary = new TokenDictionary();
    const tokensOf = (text: string) => dictionary.idsOf(TOKENIZERS[tokenizer](text));
    const readAll = async (
      ids: Int32Array,
      read: (some: Int32Array) => Promise<string[]>,
      keep: (id: number, text: string, tokens: Int32Array) => void,
    ) => {
      for (let start = 0; start < ids.length; start += TEXTS_PER_REQUEST) {
        const some = ids.slice(start, start + TEXTS_PER_REQUEST);
        for (const [i, text] of (await read(some)).entries()) {
          keep(some[i] as number, text, tokensOf(text));
          if (i % 256 === 0) await task.breathe();
        }
        onTexts(some.length);
      }
    };
    await readAll(
      distinctIds(structures.map(({ queries }) => queries)),
      (ids) => candidates.queryTexts(ids),
      (id, text, tokens) => {
        words.queries.set(id, tokens);
        words.queryTexts.set(text, tokens);
      },
    );
    await readAll(
      distinctIds(structures.flatMap(({ positives, negatives }) => [positives, negatives])),
      (ids) => candidates.passageTexts(ids),
      (id, text, tokens) => {
        words.passages.set(id, tokens);
        words.queryTexts.delete(text);
      },
    );
    return words;
  }

  query(id: number): Int32Array {
    return this.queries.get(id) as Int32Array;
  }

  passage(id: number): Int32Array {
    return this.passages.get(id) as Int32Array;
  }

  /** The table of a corpus; `source` counts for `source-documents` alone. */
  table(corpus: IdfCorpusId, source: SourceStructure): Idf {
    if (corpus === 'source-documents') {
      const ids = distinctIds([source.positives, source.negatives]);
      return tableOf(Array.from(ids, (id) => this.passage(id)));
    }
    let table = this.pooled.get(corpus);
    if (!table) {
      const queries = corpus === 'pooled-query-document' ? this.queryTexts.values() : [];
      table = tableOf([...this.passages.values(), ...queries]);
      this.pooled.set(corpus, table);
    }
    return table;
  }
}

/** Document frequencies over distinct texts. */
function tableOf(texts: readonly Int32Array[]): IdfTable {
  const table = new IdfTable();
  for (const tokens of texts) table.add(tokens);
  return table;
}
