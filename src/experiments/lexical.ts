/** How much the score depends on the making of ψ: tokenizers × IDF corpora (paper, Table tokenizer_idf_sensitivity). */

import type { SourceStructure } from '../candidates/api';
import { distinctIds, fillCoverage, readTexts, type Idf, type TextTokens } from '../engine/lexicon';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import { IDF_CORPUS_IDS, type IdfCorpusId } from '../lexical/corpora';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { TOKENIZER_IDS, tokenSet, type TokenizerId } from '../lexical/tokenizers';
import { countInWords, formatScore } from '../ui/words';
import { meanResiduality } from '../scoring/means';
import type { PairColumns } from '../scoring/pairs';
import { rowChart, sourceRow } from './chart';
import {
  pairsOf,
  sumWork,
  type Experiment,
  type NamedSources,
  type Performance,
  type Shown,
} from './experiment';
import { NoiseMeter, type Scored } from './noise';
import { hasOrder, judgedSwaps, noiseWords, noisySwapsFrom, swapPhrase, swapsBetween } from './orders';
import { perSource, tableOf } from '../report/data-table';
import { scoresUnder, weightColumn } from './weighted-sums';

export interface LexicalOptions {
  readonly tokenizers: readonly TokenizerId[];
  readonly corpora: readonly IdfCorpusId[];
}

/** Sources under one tokenizer and one IDF corpus. */
export interface LexicalCell extends Scored {
  readonly tokenizer: TokenizerId;
  readonly corpus: IdfCorpusId;
  /** By source. */
  readonly meanPsi: readonly number[];
}

export interface LexicalResult {
  readonly cells: readonly LexicalCell[];
}

/** The paper's choices. */
const BASE = { tokenizer: 'alphanumeric', corpus: 'pooled-documents' } as const;

const CORPUS_WORDS: Readonly<Record<IdfCorpusId, string>> = {
  'pooled-documents': 'pooled',
  'source-documents': 'by source',
  'pooled-query-document': 'with queries',
  uniform: 'uniform',
};

const UNIFORM: Idf = { idf: () => 1 };

export const lexical = {
  question: 'Does the order depend on how words are cut and weighed?',
  about: 'Four tokenizers by four IDF corpora: the texts are read and cut into tokens again.',
  options: (): LexicalOptions => ({ tokenizers: TOKENIZER_IDS, corpora: IDF_CORPUS_IDS }),
  work({ sources }, { tokenizers, corpora }) {
    const structures = sources.map(({ structure }) => structure);
    const texts = tokenizers.length * (queriesOf(structures).length + passagesOf(structures).length);
    const cells = tokenizers.length * corpora.length;
    return { ...sumWork(sources, cells), texts, steps: texts + pairsOf(sources) };
  },
  async perform(performance): Promise<LexicalResult> {
    const { run, candidates, settings, options, task, summing, onSteps } = performance;
    const { sources } = run;
    // The corpora are those of whole files, sampled or not.
    const whole: SourceStructure[] = [];
    for (const { id } of sources) whole.push(await candidates.structure(id, settings.seed));
    const cells: { tokenizer: TokenizerId; corpus: IdfCorpusId; columns: PairColumns[] }[] = [];
    for (const tokenizer of options.tokenizers) {
      const words = await Words.read(tokenizer, whole, performance);
      for (const corpus of options.corpora) {
        const tables = whole.map((structure) => words.table(corpus, structure));
        const columns: PairColumns[] = [];
        for (const [s, source] of sources.entries()) {
          columns.push(await covered(source, words, tables[s] ?? UNIFORM, task));
        }
        cells.push({ tokenizer, corpus, columns });
      }
    }
    const { tau, weighting } = settings;
    const scores = await scoresUnder(
      sources,
      (_, place) => cells.map(({ columns }) => weightColumn(columns[place] as PairColumns, tau, weighting)),
      summing,
      onSteps,
    );
    const meter = new NoiseMeter(sources);
    const judged: LexicalCell[] = [];
    for (const [i, { tokenizer, corpus, columns }] of cells.entries()) {
      const noise = meter.between(columns.map((own) => weightColumn(own, tau, weighting)));
      judged.push({
        tokenizer,
        corpus,
        scores: scores[i] ?? [],
        noise,
        meanPsi: columns.map(meanResiduality),
      });
      await task.breathe();
    }
    return { cells: judged };
  },
  /** In how many cells the order holds, and where it first does not. */
  title({ sources, result: { cells } }) {
    const base = baseCell(cells);
    if (!base || !hasOrder(sources)) return ['Without a rival there is no order for words to change'];
    const swaps = (cell: LexicalCell) => swapsBetween(sources, base.scores, cell.scores);
    const changed = cells.filter((cell) => swaps(cell).length > 0);
    const clear = changed.filter((cell) => judgedSwaps(sources, base, cell).clear.length > 0);
    const all = countInWords(cells.length);
    const [first] = clear.length > 0 ? clear : changed;
    if (!first) return [`The order holds in all ${all} combinations of words and weights`];
    const there = clear.length > 0 ? judgedSwaps(sources, base, first).clear : swaps(first);
    return [
      `The order holds in ${countInWords(cells.length - changed.length)} of ${all}; with ${first.tokenizer} and ${first.corpus} `,
      ...swapPhrase(sources, there),
      ...(clear.length > 0 ? [] : [', inside the noise']),
    ];
  },
  how: (outcome) =>
    `Dot: alphanumeric tokens, IDF of pooled documents. Ticks: every other combination.${noiseWords(outcome.sources, noisySwaps(outcome))}`,
  chart({ sources, result: { cells } }) {
    const base = baseCell(cells);
    const rows = sources.map((source, s) => {
      const ticks = cells.map((cell) => cell.scores[s] ?? 0);
      const [low, high] = [Math.min(...ticks), Math.max(...ticks)];
      const note = `${formatScore(low)} to ${formatScore(high)}`;
      return { ...sourceRow(source), value: base?.scores[s] ?? 0, low, high, ticks, note };
    });
    return rowChart(
      rows,
      cells.flatMap(({ scores }) => scores),
    );
  },
  table: ({ sources, result: { cells } }) =>
    tableOf(cells, [
      ['tokenizer', ({ tokenizer }) => tokenizer],
      ['IDF corpus', ({ corpus }) => corpus],
      ...perSource<LexicalCell>(sources, (name, s) => [
        [name, ({ scores }) => scores[s]],
        [`${name}, mean ψ`, ({ meanPsi }) => meanPsi[s]],
      ]),
    ]),
  /** As in the paper's table of tokenizers and IDF corpora: one factor at a time. */
  tables({ sources, result: { cells } }) {
    const base = baseCell(cells);
    const scores = (s: number, among: (cell: LexicalCell) => boolean) =>
      cells.filter(among).map((cell) => cell.scores[s] ?? 0);
    const byTokenizer = (s: number) => scores(s, ({ corpus }) => corpus === base?.corpus);
    const byCorpus = (s: number) => scores(s, ({ tokenizer }) => tokenizer === base?.tokenizer);
    const table = tableOf(sources, [
      ['source', ({ name }) => name],
      ['ECI', (_, s) => base?.scores[s]],
      ['tokenizers from', (_, s) => Math.min(...byTokenizer(s))],
      ['to', (_, s) => Math.max(...byTokenizer(s))],
      ['IDF corpora from', (_, s) => Math.min(...byCorpus(s))],
      ['up to', (_, s) => Math.max(...byCorpus(s))],
      ['mean C', (_, s) => 1 - (base?.meanPsi[s] ?? 0)],
      ['mean ψ', (_, s) => base?.meanPsi[s] ?? 0],
    ]);
    return [{ id: 'ranges', caption: 'Ranges over tokenizers and over IDF corpora', table }];
  },
  variations: ({ result: { cells } }) =>
    cells.map((cell) => ({
      group: 'words and their weights',
      name: `${cell.tokenizer}, ${CORPUS_WORDS[cell.corpus]}`,
      own: cell === baseCell(cells),
      scores: cell.scores,
    })),
  /** `settings` has one change at a time from the defaults; `lexical_grid` has every tokenizer with every corpus. */
  report: ({ result: { cells } }, named) => ({
    settings: Object.fromEntries(
      cells.flatMap((cell) => [
        ...(cell.corpus === BASE.corpus ? [[`tokenizer=${cell.tokenizer}`, figuresIn(cell, named)]] : []),
        ...(cell.tokenizer === BASE.tokenizer ? [[`idf=${cell.corpus}`, figuresIn(cell, named)]] : []),
      ]),
    ) as Record<string, ReturnType<typeof figuresIn>>,
    lexical_grid: cells.map((cell) => ({
      tokenizer: cell.tokenizer,
      idf: cell.corpus,
      sources: figuresIn(cell, named),
    })),
  }),
} satisfies Experiment<LexicalOptions, LexicalResult>;

/** Swaps against the paper's choices that may be chance. */
function noisySwaps({ sources, result: { cells } }: Shown<LexicalOptions, LexicalResult>) {
  return noisySwapsFrom(sources, baseCell(cells), cells, (cell) => `${cell.tokenizer} and ${cell.corpus}`);
}

/** The cell that the others are compared with. */
function baseCell(cells: readonly LexicalCell[]): LexicalCell | undefined {
  return (
    cells.find(({ tokenizer, corpus }) => tokenizer === BASE.tokenizer && corpus === BASE.corpus) ?? cells[0]
  );
}

function figuresIn({ scores, meanPsi }: LexicalCell, { bySource }: NamedSources) {
  return bySource((s) => ({ eci: scores[s] ?? NaN, mean_psi: meanPsi[s] ?? NaN }));
}

function queriesOf(structures: readonly SourceStructure[]): Int32Array {
  return distinctIds(structures.map(({ queries }) => queries));
}

function passagesOf(structures: readonly SourceStructure[]): Int32Array {
  return distinctIds(structures.flatMap(({ positives, negatives }) => [positives, negatives]));
}

/** The pair columns of a source with C under another table of words. @throws RunCancelledError */
async function covered(
  { structure, columns }: SourceData,
  words: Words,
  idf: Idf,
  task: Task,
): Promise<PairColumns> {
  const coverage = new Float64Array(columns.coverage.length);
  await fillCoverage(structure, [...structure.queries.keys()], words, idf, coverage, task);
  return { ...columns, coverage };
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
