/** What a static encoder's folder is worth: on questions of QED, on XQuAD's paragraphs, and on pairs of dl1920 and XQuAD. */

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

import { RecipeError } from '../../scripts/encoder/recipe-error';
import { readQuestions } from '../../scripts/encoder/texts';
import { EncoderModel } from '../../src/encoder/model';
import { openTableLanes } from '../../src/encoder/static/table-lanes';
import { staticTable } from '../../src/encoder/static/token-table';
import type { EncoderSettings } from '../../src/encoder/types';
import type { FinishedRun } from '../../src/engine/finished-run';
import { spearman } from '../../src/scoring/correlation';
import { folderOnDisk } from '../../tests/support/folders';
import { readTevatron } from '../order/real-file';
import { runInNode } from '../runs/in-node';

/** Sources of a set, as their files are named. */
const SOURCES = {
  dl1920: ['bm25', 'tasb', 'repllama', 'random'],
  XQuAD: ['bm25', 'dense', 'leaky', 'random'],
} as const;

/** Gates, and the column of the pairs that each follows from. */
const GATES = [
  ['ρ', 'margin'],
  ['η', 'locality'],
] as const;

/** Tokens of a text at most: as the page has it, and as the folder may have it. */
const SHORT = 128;
const LONG = 512;

/** A figure by its name; a share, a correlation or a score. */
export type Figures = ReadonlyMap<string, number>;

export interface Places {
  /** Folder with qed.tsv, itself or in `data`; where it has none its figures are left out. */
  readonly text: string;
  /** Path of ../shared. */
  readonly shared: string;
}

/**
 * @param folder of a static encoder
 * @throws RecipeError where the folder is not one
 */
export async function figuresOf(
  folder: string,
  { text, shared }: Places,
  tell: (line: string) => void,
): Promise<Figures> {
  const figures = new Map<string, number>();
  const questions = [text, join(text, 'data')].find((place) => existsSync(join(place, 'qed.tsv')));
  if (questions === undefined) tell(`Left out: the questions of QED. ${text} has no qed.tsv (--text).`);
  else await addQuestions(figures, folder, questions);
  if (existsSync(join(shared, 'data/xquad'))) {
    await addParagraphs(figures, folder, shared);
    for (const set of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
      tell(`a run over ${set}`);
      await addPairs(figures, folder, shared, set);
    }
  } else tell(`Left out: dl1920 and XQuAD, which are not in ${shared}.`);
  return figures;
}

/** Ranks of QED's paragraphs. */
async function addQuestions(figures: Map<string, number>, folder: string, place: string): Promise<void> {
  const rows = readQuestions(place);
  const asked = rows.map(({ question, paragraph }) => ({ query: question, answer: paragraph }));
  const paragraphs = [...new Set(rows.map(({ paragraph }) => paragraph))];
  for (const most of [LONG, SHORT]) {
    const ranks = await ranksOfAnswers(folder, asked, paragraphs, most);
    figures.set(`QED-dev, MRR, ${most} tokens`, mean(ranks.map((rank) => 1 / rank)));
    figures.set(`QED-dev, rank 1, ${most} tokens`, shareWithin(ranks, 1));
  }
}

/** Ranks of XQuAD's paragraphs. */
async function addParagraphs(figures: Map<string, number>, folder: string, shared: string): Promise<void> {
  const records = readTevatron(join(shared, 'data/xquad/bm25.jsonl'));
  const passages = [...new Set(records.flatMap(({ positive, negatives }) => [positive, ...negatives]))];
  const asked = records.map(({ query, positive }) => ({ query, answer: positive }));
  for (const most of [LONG, SHORT]) {
    const ranks = await ranksOfAnswers(folder, asked, passages, most);
    figures.set(`XQuAD, rank 1 of ${passages.length}, ${most} tokens`, shareWithin(ranks, 1));
    figures.set(`XQuAD, rank 10 of ${passages.length}, ${most} tokens`, shareWithin(ranks, 10));
  }
}

/** What a run over the sources of a set makes of their pairs, and how it agrees with potion's. */
async function addPairs(
  figures: Map<string, number>,
  folder: string,
  shared: string,
  set: keyof typeof SOURCES,
): Promise<void> {
  const names = SOURCES[set];
  const files = names.map((name) => join(shared, 'data', set.toLowerCase(), `${name}.jsonl`));
  const run = await runOver(folder, files);
  names.forEach((name, s) => {
    const margins = run.sources[s]?.columns.margin ?? new Float64Array();
    figures.set(`${set}, positive before ${name}`, mean([...margins].map((m) => Number(m > 0))));
    figures.set(`${set}, ECI of ${name}`, run.matrices[s]?.latest('full').eci ?? NaN);
  });
  const reference = join(shared, 'models/potion-base-2M');
  if (!existsSync(reference)) return;
  const other = await runOver(reference, files);
  for (const [gate, column] of GATES) {
    const [a, b] = [run, other].map(({ sources }) => sources.flatMap(({ columns }) => [...columns[column]]));
    figures.set(`${set}, Spearman with potion, ${gate}`, spearman(a ?? [], b ?? []) ?? NaN);
  }
}

function runOver(folder: string, files: readonly string[]): Promise<FinishedRun> {
  const names = files.map((file) => basename(file, '.jsonl'));
  return runInNode(names, files.map(readTevatron), folderOnDisk(basename(folder), folder));
}

/** Rank of each answer among the passages, from 1; passages that are exactly as near do not count. */
async function ranksOfAnswers(
  folder: string,
  asked: readonly { query: string; answer: string }[],
  passages: readonly string[],
  maxTokens: number,
): Promise<number[]> {
  const embed = await openTable(folder, maxTokens);
  const vectors = await embed(passages);
  const queries = await embed(asked.map(({ query }) => query));
  const placeOf = new Map(passages.map((passage, place) => [passage, place]));
  return asked.map(({ answer }, q) => {
    const cosines = vectors.map((vector) => dot(vector, queries[q] ?? vector));
    const own = cosines[placeOf.get(answer) ?? -1] ?? NaN;
    return 1 + cosines.filter((cosine) => cosine > own).length;
  });
}

/** Unit vectors of texts as the page makes them of a static folder. */
async function openTable(
  folder: string,
  maxTokens: number,
): Promise<(texts: readonly string[]) => Promise<Float32Array[]>> {
  const settings: EncoderSettings = {
    queryPrefix: '',
    passagePrefix: '',
    pooling: 'mean',
    maxTokens,
    normalise: true,
  };
  const source = folderOnDisk(basename(folder), folder);
  const model = await EncoderModel.open(
    { model: source, onnx: 'onnx/model.onnx', settings },
    new URL('http://localhost/'),
  );
  const { model: bytes } = await model.sessionOptions();
  const table = staticTable(bytes, 'mean');
  if (!table)
    throw new RecipeError(`${folder} is no static encoder: its graph does more than look vectors up.`);
  const lanes = openTableLanes(table, true);
  const tokenizer = await model.tokenizer();
  return (texts) => lanes.encode(texts.map((text) => tokenizer.encode(text, maxTokens)));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? NaN), 0);
}

function shareWithin(ranks: readonly number[], most: number): number {
  return mean(ranks.map((rank) => Number(rank <= most)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
