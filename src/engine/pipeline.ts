/**
 * Scores records block by block: encodes what is new, fills the pair columns, adds to the matrices of the chosen weighting. While
 * a block is scored the next one is encoded and the one after it tokenised.
 */

import { LIMITS } from '../candidates/limits';
import { overlapsOf, type SourceOverlaps } from '../candidates/overlaps';
import { auditStatisticsOf } from '../scoring/audit';
import type { FileFindings } from '../scoring/file-findings';
import { formatCount } from '../ui/words';
import { fillGeometry, recordsOf, textsOfBlock, type RecordPlace } from './blocks';
import { certaintyOf, type OrderedRun } from './certainty';
import { drawPassages } from './drawn-passages';
import { RunInputError } from './errors';
import type { FinishedRun } from './finished-run';
import { logDetSeconds } from './large';
import { gatedSourceOf } from './unit-sums';
import type { Lexicon } from './lexicon';
import { isLook, isSettled, readOf, type WholeRun } from './looks';
import { pairAuditOf } from './pair-audit';
import type { Progress } from './progress';
import type { RunSettings } from './result';
import { vectorsOf, type SourceData } from './source-data';
import { SummedMatrices } from './summed-matrices';
import type { OpenSummer, Score, Summer } from './summer';
import { addRecords, figuresOf, shapeOf, weightUnder, type PairWeight } from './sums';
import type { Task } from './task';
import { now } from './time';
import type { PreparedTexts, TextEmbeddings } from './text-embeddings';
import type { CertaintyRequest, RunRequest, SoFar } from './types';

/** Times as long as the scores so far took they are left alone; in the first seconds less, or short runs would show none. */
const REST = 100;
const EARLY = { rest: 10, milliseconds: 5000 };

/** The rule `long` stops early only if all records would take longer than this. */
const LONG_RUN_SECONDS = 60;

/** A block of records, and what still has to be encoded of its texts; null where the files give the vectors. */
interface PreparedBlock {
  readonly index: number;
  readonly places: readonly RecordPlace[];
  readonly texts: PreparedTexts | null;
}

/** What scoring needs of its run. */
export interface ScoringRun {
  readonly request: RunRequest;
  readonly task: Task;
  readonly progress: Progress;
  readonly lexicon: Lexicon;
  /** What is wrong with the negatives of each whole file. */
  readonly files: readonly FileFindings[];
  /** True once the user asks to stop here. */
  readonly stopAsked: boolean;
}

export interface PipelineOptions {
  readonly whole: WholeRun;
  readonly blocks: readonly (readonly RecordPlace[])[];
  readonly open: OpenSummer;
  /** Null where the files give the vectors. */
  readonly texts: TextEmbeddings | null;
}

/** What was scored: all records, or those before the run stopped. */
export type ScoredBlocks = Pick<FinishedRun, 'sources' | 'matrices' | 'stopped' | 'looks'>;

/** Σ w r rᵀ of one source under the weighting of the run, with what was added so far. */
interface RunningSum {
  readonly source: SourceData;
  readonly summer: Summer;
  readonly weights: readonly [PairWeight];
  pairs: number;
}

/** @throws RunCancelledError, EncodeError, EncoderWorkerError, GpuLostError */
export async function scoreBlocks(run: ScoringRun, options: PipelineOptions): Promise<ScoredBlocks> {
  const { whole, blocks, texts } = options;
  const { sources } = whole;
  const { progress, task, lexicon, request } = run;
  const { rule } = request.stop;
  if (texts) progress.startTexts(whole.texts);
  else progress.startStage();
  const begin = now();
  let nextScores = begin;
  const prepare = (index: number) => quiet(prepareBlock(options, index));
  const encode = (prepared: Promise<PreparedBlock | null>) =>
    quiet(prepared.then(async (block) => (block?.texts ? texts?.encode(block.texts) : undefined)));
  let atHand = prepare(0);
  let encoding = encode(atHand);
  let prepared = prepare(1);
  let sums: RunningSum[] = [];
  let scored = 0;
  const pairsTotal = sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
  let pairsDone = 0;
  let hasLooked = rule === 'certain';
  let overlaps: SourceOverlaps | null = null;
  let byUser = false;
  try {
    for (let block = await atHand; block; block = await atHand) {
      const encoded = encoding;
      atHand = prepared;
      encoding = encode(prepared);
      prepared = prepare(block.index + 2);
      await encoded;
      if (sums.length === 0) {
        sums = await openSums(options, request.settings);
        nextScores += 1000 * REST * logDetSeconds(sources.map(shapeOf));
      }
      for (const [s, sum] of sums.entries()) {
        const records = recordsOf(block.places, s);
        await lexicon.cover(sum.source, records, task);
        for (const record of records) fillGeometry(sum.source, record);
        await addRecords(sum.summer, sum.source, records, sum.weights, task, (count) => {
          sum.pairs += count;
          pairsDone += count;
          if (!texts) progress.report('score', pairsDone, pairsTotal);
        });
      }
      scored = block.index + 1;
      // After the last block the scores are those of the result.
      if (scored === blocks.length) break;
      const seconds = progress.stageSeconds() / (scored / blocks.length);
      const isLooking =
        isLook(whole, block.places, blocks[scored] ?? []) &&
        (rule === 'certain' || (rule === 'long' && seconds > LONG_RUN_SECONDS));
      if (now() >= nextScores || isLooking) {
        const start = now();
        const read = readOf(whole, blocks.slice(0, scored), false);
        const part = { ...read, looks: whole.looks.length, request, cost: { texts: 0 } };
        const soFar = soFarOf(await runningScores(sums, task), part);
        nextScores = now() + (now() - start) * (start - begin < EARLY.milliseconds ? EARLY.rest : REST);
        if (texts) progress.texts(0, soFar);
        else progress.report('score', pairsDone, pairsTotal, soFar);
        const { certainty } = soFar;
        if (isLooking && certainty) {
          hasLooked = true;
          const drawn = await drawPassages(part.sources, lexicon, task);
          const { settings } = judgedAsAsked(request);
          const audit = pairAuditOf(part.sources, drawn, settings, part.looks);
          const traces = sources.map(({ id }) => soFar.sources[id]?.trace ?? 0);
          overlaps ??= overlapsOf(
            sources.map(({ structure }) => structure),
            [],
          );
          if (isSettled(overlaps, request.sources, run.files, { certainty, audit, traces })) break;
        }
      }
      byUser = run.stopAsked && sums.every(({ pairs }) => pairs > 0);
      if (byUser) break;
    }
    const matrices = await finalMatrices(sums, run);
    const looks = hasLooked ? whole.looks.length : 1;
    const all = { sources, stopped: null, looks };
    if (scored < blocks.length)
      return { ...all, ...readOf(whole, blocks.slice(0, scored), byUser), matrices };
    const { weighting } = request.settings;
    const scores = matrices.map((held) => held.latest(weighting));
    const soFar = soFarOf(scores, { ...all, request, cost: { texts: whole.texts } });
    progress.report('matrix', sums.length, sums.length, soFar);
    return { ...all, matrices };
  } finally {
    // Work still under way uses the session and buffers that are closed next.
    await Promise.allSettled([encoding, atHand, prepared]);
    texts?.flush();
    for (const { summer } of sums) summer.destroy();
  }
}

/** A run's own temperature, weighting, settings and references. */
export function judgedAsAsked({ settings, sources }: RunRequest): CertaintyRequest {
  return {
    ...settings,
    settings: sources.map(({ setting }) => setting),
    references: sources.map(({ reference }) => reference),
  };
}

/** Null after the last block. */
async function prepareBlock(
  { blocks, whole: { sources }, texts }: PipelineOptions,
  index: number,
): Promise<PreparedBlock | null> {
  const places = blocks[index];
  if (!places) return null;
  const { queries, passages } = textsOfBlock(sources, places);
  return { index, places, texts: texts ? await texts.prepare(queries, passages) : null };
}

/** @throws RunInputError where the embeddings are longer than is summed; OutOfMemoryError */
async function openSums(
  { whole: { sources }, open }: PipelineOptions,
  settings: RunSettings,
): Promise<RunningSum[]> {
  const longest = Math.max(...sources.map((source) => vectorsOf(source).dimension));
  if (longest > LIMITS.dimensions) {
    throw new RunInputError(
      `The encoder gives embeddings of ${formatCount(longest)} numbers. Expected at most ` +
        `${formatCount(LIMITS.dimensions)}: the matrix of a source has the square of that. Choose an encoder of fewer dimensions.`,
    );
  }
  const sums: RunningSum[] = [];
  for (const source of sources) {
    const weights = [weightUnder(source.columns, settings)] as const;
    sums.push({ source, summer: await open(shapeOf(source), 1), weights, pairs: 0 });
  }
  return sums;
}

/** By source: its score so far; null before its first pair. */
async function runningScores(sums: readonly RunningSum[], task: Task): Promise<(Score | null)[]> {
  const scores: (Score | null)[] = [];
  for (const { summer, pairs } of sums) scores.push(pairs === 0 ? null : await summer.score(0, pairs, task));
  return scores;
}

/** @param scores by source of the run, null before its first pair */
function soFarOf(scores: readonly (Score | null)[], run: OrderedRun): SoFar {
  const judged = judgedAsAsked(run.request);
  const known = scores.filter((score) => score !== null).map(({ eci }) => eci);
  return {
    sources: Object.fromEntries(
      run.sources.flatMap(({ id, columns, structure }, s) => {
        const score = scores[s];
        if (!score) return [];
        const { eci, trace } = score;
        const means = auditStatisticsOf(gatedSourceOf(columns, judged).statistics);
        return [[id, { records: structure.queries.length, eci, trace, ...means }]];
      }),
    ),
    certainty: known.length < scores.length ? null : certaintyOf(run, judged, known),
  };
}

async function finalMatrices(
  sums: readonly RunningSum[],
  { task, progress, request: { settings } }: ScoringRun,
): Promise<SummedMatrices[]> {
  const matrices: SummedMatrices[] = [];
  progress.startStage();
  for (const [s, { summer, pairs }] of sums.entries()) {
    const onShare = (share: number) => progress.report('matrix', s + share, sums.length);
    const figures = await figuresOf(summer, 0, pairs, task, onShare);
    matrices.push(new SummedMatrices(settings.tau, { [settings.weighting]: figures }));
    progress.report('matrix', s + 1, sums.length);
  }
  return matrices;
}

/** Work that is awaited later. Its failure is not an unhandled rejection until then. */
export function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
