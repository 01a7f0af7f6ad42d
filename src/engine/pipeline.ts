/**
 * The visit: block by block, what is new is encoded, the pair columns are filled, the matrices of the chosen weighting
 * added to.
 * While a block is scored the next one is encoded and the one after it tokenised; workers that are done with a block
 * go on with the next one, whose encoding is asked for before the block at hand is there.
 */

import type { RunSettings } from './results';
import type { Backend, PreparedBlock } from './backend';
import type { Progress } from './progress';
import type { SourceData } from './source-data';
import { ScorePacer, SourceSums } from './source-sums';
import { SummedMatrices, type SummedMatrix } from './summed-matrices';
import type { Task } from './task';
import type { TextEmbeddings } from './text-embeddings';
import type { RunningScore } from './types';
import { countTexts, recordsOf, textsOfBlock, type Visit } from './visit';

/** Most of the visit's time that may go into running log-dets. */
const RUNNING_SHARE = 0.01;

export interface PipelineOptions {
  readonly sources: readonly SourceData[];
  readonly blocks: readonly (readonly Visit[])[];
  readonly backend: Backend;
  /** Null where the files give the vectors. */
  readonly texts: TextEmbeddings | null;
  readonly settings: RunSettings;
  readonly task: Task;
  readonly progress: Progress;
}

/** @throws RunCancelledError, EncodeError, EncoderWorkerError, GpuLostError */
export async function visitBlocksInOrder(options: PipelineOptions): Promise<SummedMatrices[]> {
  const { sources, blocks, backend, texts, progress, task } = options;
  if (texts) progress.startTexts(countTexts(sources));
  else progress.startStage();
  const pacer = new ScorePacer(RUNNING_SHARE);
  const prepare = (index: number) => quiet(prepareBlock(options, index));
  const encode = (prepared: Promise<PreparedBlock | null>) =>
    quiet(prepared.then(async (block) => (block ? backend.encode(block) : undefined)));
  let atHand = prepare(0);
  let encoding = encode(atHand);
  let prepared = prepare(1);
  let sums: SourceSums[] = [];
  try {
    for (let block = await atHand; block; block = await atHand) {
      const encoded = encoding;
      atHand = prepared;
      encoding = encode(prepared);
      prepared = prepare(block.index + 2);
      await encoded;
      if (sums.length === 0) sums = await openSums(options);
      for (const [s, sum] of sums.entries()) {
        const records = recordsOf(block.visits, s);
        await backend.geometry(block, s, records);
        await sum.add(records, task);
      }
      if (pacer.due() || block.index === blocks.length - 1) {
        const points = await pacer.timed(() => runningScores(sums, options.settings));
        if (texts) progress.texts(0, points);
        else progress.report('score', block.index + 1, blocks.length, points);
      }
    }
    return await finalMatrices(sums, options);
  } finally {
    // What is still under way uses the session and the buffers that are closed next.
    await Promise.allSettled([encoding, atHand, prepared]);
    texts?.flush();
    for (const sum of sums) sum.destroy();
  }
}

/** Null after the last block. */
async function prepareBlock(
  { blocks, sources, texts }: PipelineOptions,
  index: number,
): Promise<PreparedBlock | null> {
  const visits = blocks[index];
  if (!visits) return null;
  const { queries, passages } = textsOfBlock(sources, visits);
  return { index, visits, texts: texts ? await texts.prepare(queries, passages) : null };
}

async function openSums({ sources, backend, settings }: PipelineOptions): Promise<SourceSums[]> {
  const sums: SourceSums[] = [];
  for (const [s, source] of sources.entries()) {
    sums.push(new SourceSums(source, settings.tau, await backend.openStore(s, 1), [settings.weighting]));
  }
  return sums;
}

async function runningScores(
  sums: readonly SourceSums[],
  { weighting }: RunSettings,
): Promise<RunningScore[]> {
  const points: RunningScore[] = [];
  for (const sum of sums) {
    const point = await sum.running(weighting);
    if (point) points.push(point);
  }
  return points;
}

async function finalMatrices(
  sums: readonly SourceSums[],
  { task, progress, settings: { tau, weighting } }: PipelineOptions,
): Promise<SummedMatrices[]> {
  const matrices: SummedMatrices[] = [];
  for (const sum of sums) {
    const { [weighting]: matrix } = await sum.matrices(task);
    matrices.push(new SummedMatrices(tau, weighting, matrix as SummedMatrix));
    progress.report('score', matrices.length, sums.length);
  }
  return matrices;
}

/** Work that is awaited later: its failure is told then, and is no unhandled rejection until then. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
