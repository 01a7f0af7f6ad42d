/**
 * Scores records block by block: encodes what is new, fills the pair columns, adds to the matrices of the chosen
 * weighting. While a block is scored the next one is encoded and the one after it tokenised. Workers that finish a
 * block early go straight on to the next.
 */

import { logDetSeconds } from './large';
import type { PairAudit, MatrixFigures, RunSettings } from './result';
import { LIMITS } from '../candidates/limits';
import { formatCount } from '../ui/words';
import { RunInputError } from './errors';
import type { Looks, StoppedOrder } from './looks';
import type { Progress, RunningPoint } from './progress';
import { vectorsOf, type SourceData } from './source-data';
import { SummedMatrices } from './summed-matrices';
import type { OpenSummer, Score, Summer } from './summer';
import { addRecords, figuresOf, shapeOf, weightUnder } from './sums';
import type { Task } from './task';
import { ScorePacer } from './time';
import type { PreparedTexts, TextEmbeddings } from './text-embeddings';
import type { RunningScore, StopRule } from './types';
import { countTexts, fillGeometry, recordsOf, scoredPart, textsOfBlock, type RecordPlace } from './blocks';

/** Largest share of the scoring time for running log-dets. */
const RUNNING_SHARE = 0.01;

/** The rule `long` stops early only if all records would take longer than this. */
const LONG_RUN_SECONDS = 60;

/** A block of records, and what still has to be encoded of its texts; null where the files give the vectors. */
interface PreparedBlock {
  readonly index: number;
  readonly places: readonly RecordPlace[];
  readonly texts: PreparedTexts | null;
}

export interface PipelineOptions {
  readonly sources: readonly SourceData[];
  readonly blocks: readonly (readonly RecordPlace[])[];
  /** Brings the vectors of a block's texts into memory. */
  readonly encode: (texts: PreparedTexts) => Promise<void>;
  readonly open: OpenSummer;
  /** Null where the files give the vectors. */
  readonly texts: TextEmbeddings | null;
  readonly settings: RunSettings;
  readonly task: Task;
  readonly progress: Progress;
  readonly cover: (source: SourceData, records: readonly number[]) => Promise<void>;
  readonly looks: Looks;
  /** The audit by pairs of the records scored so far, at one look of the run. */
  readonly audit: (sources: readonly SourceData[]) => Promise<PairAudit>;
  readonly stop: StopRule['rule'];
  /** True once the user asks to stop here. */
  readonly isStopAsked: () => boolean;
}

/** What was scored: all records, or those before the run stopped. */
export interface ScoredBlocks {
  readonly sources: readonly SourceData[];
  readonly matrices: readonly SummedMatrices[];
  /** Null where every record was scored. */
  readonly stopped: StoppedOrder | null;
  /** How often the run was to look: 1 where it never looks before its end. */
  readonly looks: number;
}

/** @throws RunCancelledError, EncodeError, EncoderWorkerError, GpuLostError */
export async function scoreBlocks(options: PipelineOptions): Promise<ScoredBlocks> {
  const { sources, blocks, texts, progress, task, looks } = options;
  if (texts) progress.startTexts(countTexts(sources));
  else progress.startStage();
  const pacer = new ScorePacer(RUNNING_SHARE);
  const prepare = (index: number) => quiet(prepareBlock(options, index));
  const encode = (prepared: Promise<PreparedBlock | null>) =>
    quiet(prepared.then(async (block) => (block?.texts ? options.encode(block.texts) : undefined)));
  let atHand = prepare(0);
  let encoding = encode(atHand);
  let prepared = prepare(1);
  let sums: RunningSum[] = [];
  let scored = 0;
  const pairsTotal = sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
  let pairsDone = 0;
  let hasLooked = options.stop === 'certain';
  let byUser = false;
  try {
    for (let block = await atHand; block; block = await atHand) {
      const encoded = encoding;
      atHand = prepared;
      encoding = encode(prepared);
      prepared = prepare(block.index + 2);
      await encoded;
      if (sums.length === 0) sums = await openSums(options);
      for (const [s, sum] of sums.entries()) {
        const records = recordsOf(block.places, s);
        await options.cover(sources[s] as SourceData, records);
        for (const record of records) fillGeometry(sources[s] as SourceData, record);
        await sum.add(records, task, (count) => {
          pairsDone += count;
          if (!texts) progress.report('score', pairsDone, pairsTotal);
        });
        looks.add(s, records);
      }
      scored = block.index + 1;
      // After the last block the scores are those of the result.
      if (scored === blocks.length) break;
      // A look and the running score of a block share their log-dets.
      let scores: ReturnType<typeof runningScores> | null = null;
      const scoresSoFar = () => (scores ??= runningScores(sums, task));
      if (pacer.due(1000 * logDetSeconds(sources.map(shapeOf)))) {
        const point = await pacer.timed(async () => runningPoint(await scoresSoFar(), looks));
        if (texts) progress.texts(0, point);
        else progress.report('score', pairsDone, pairsTotal, point);
      }
      const seconds = progress.stageSeconds() / (scored / blocks.length);
      if (looks.isDue(block.index) && looksEarly(options.stop, seconds)) {
        hasLooked = true;
        const soFar = (await scoresSoFar()).map((score) => score?.eci ?? NaN);
        const part = scoredPart(sources, blocks.slice(0, scored));
        if (looks.isSettled(soFar, await options.audit(part.sources))) break;
      }
      byUser = options.isStopAsked() && looks.hasScores;
      if (byUser) break;
    }
    const matrices = await finalMatrices(sums, options);
    const count = hasLooked ? looks.count : 1;
    if (scored < blocks.length) {
      const { records, ...part } = scoredPart(sources, blocks.slice(0, scored));
      return { ...part, matrices, stopped: looks.stopped(records, byUser), looks: count };
    }
    const { weighting } = options.settings;
    const scores = sums.map((sum, s) => sum.point((matrices[s] as SummedMatrices).latest(weighting)));
    progress.report('matrix', sums.length, sums.length, runningPoint(scores, looks));
    return { sources, matrices, stopped: null, looks: count };
  } finally {
    // Work still under way uses the session and buffers that are closed next.
    await Promise.allSettled([encoding, atHand, prepared]);
    texts?.flush();
    for (const sum of sums) sum.destroy();
  }
}

/** Whether a run looks before its end. @param seconds that all records would take */
function looksEarly(rule: StopRule['rule'], seconds: number): boolean {
  if (rule !== 'long') return rule === 'certain';
  return seconds > LONG_RUN_SECONDS;
}

/** Null after the last block. */
async function prepareBlock(
  { blocks, sources, texts }: PipelineOptions,
  index: number,
): Promise<PreparedBlock | null> {
  const places = blocks[index];
  if (!places) return null;
  const { queries, passages } = textsOfBlock(sources, places);
  return { index, places, texts: texts ? await texts.prepare(queries, passages) : null };
}

/** @throws RunInputError where the embeddings are longer than is summed; OutOfMemoryError */
async function openSums({ sources, open, settings }: PipelineOptions): Promise<RunningSum[]> {
  const sums: RunningSum[] = [];
  const longest = Math.max(...sources.map((source) => vectorsOf(source).dimension));
  if (longest > LIMITS.dimensions) throw new RunInputError(tooLongInWords(longest));
  for (const source of sources) {
    sums.push(new RunningSum(source, await open(shapeOf(source), 1), settings));
  }
  return sums;
}

function tooLongInWords(dimension: number): string {
  return (
    `The encoder gives embeddings of ${formatCount(dimension)} numbers. Expected at most ` +
    `${formatCount(LIMITS.dimensions)}: the matrix of a source has the square of that. Choose an encoder of fewer dimensions.`
  );
}

/** By source: its running score; null before its first pair. */
async function runningScores(
  sums: readonly RunningSum[],
  task: Task,
): Promise<readonly (RunningScore | null)[]> {
  const scores: (RunningScore | null)[] = [];
  for (const sum of sums) scores.push(await sum.running(task));
  return scores;
}

/** The running scores, and the order once every source has one. */
function runningPoint(scores: readonly (RunningScore | null)[], looks: Looks): RunningPoint {
  const running = scores.filter((score) => score !== null);
  const order = running.length === scores.length ? looks.order(running.map(({ eci }) => eci)) : null;
  return { running, order };
}

async function finalMatrices(
  sums: readonly RunningSum[],
  { task, progress, settings: { tau, weighting } }: PipelineOptions,
): Promise<SummedMatrices[]> {
  const matrices: SummedMatrices[] = [];
  progress.startStage();
  for (const [s, sum] of sums.entries()) {
    const onShare = (share: number) => progress.report('matrix', s + share, sums.length);
    matrices.push(new SummedMatrices(tau, weighting, await sum.figures(task, onShare)));
    progress.report('matrix', s + 1, sums.length);
  }
  return matrices;
}

/** Σ w r rᵀ of one source under the weighting of the run, as records come in. */
class RunningSum {
  private pairs = 0;
  private records = 0;
  private readonly weight;

  constructor(
    private readonly source: SourceData,
    private readonly summer: Summer,
    settings: RunSettings,
  ) {
    this.weight = weightUnder(source.columns, settings);
  }

  /** Adds records whose pair columns are filled. @param onPairs gets how many more pairs were added */
  async add(records: readonly number[], task: Task, onPairs: (count: number) => void): Promise<void> {
    await addRecords(this.summer, this.source, records, [this.weight], task, (count) => {
      this.pairs += count;
      onPairs(count);
    });
    this.records += records.length;
  }

  /** ECI and trace so far; null before the first pair. @throws RunCancelledError */
  async running(task: Task): Promise<RunningScore | null> {
    if (this.pairs === 0) return null;
    return this.point(await this.summer.score(0, this.pairs, task));
  }

  point({ eci, trace }: Score): RunningScore {
    return { source: this.source.id, records: this.records, eci, trace };
  }

  /** The figures of all pairs added. @throws RunCancelledError, OutOfMemoryError */
  figures(task: Task, onShare: (share: number) => void): Promise<MatrixFigures> {
    return figuresOf(this.summer, 0, this.pairs, task, onShare);
  }

  destroy(): void {
    this.summer.destroy();
  }
}

/** Work that is awaited later. Its failure is not an unhandled rejection until then. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
