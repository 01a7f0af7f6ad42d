/** The readings of one file: for its sample, then for its records. */

import { isError } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { LoadProgress } from '../outcomes';
import type { ReadingListener } from '../read/entries';
import { RUN_DEPTH, type LoadOptions } from '../reading';
import type { Companions } from './companions';
import { FileReading, waits, type ReadingOptions } from './reader';
import { SampleCensus, type SampleFilter } from './sample';

/** Progress of a pass over a file or its companions; may throw to end it. */
export type PassListener = (
  stage: LoadProgress['stage'],
  bytesRead: number,
  held: number,
  reading: FileReading | null,
) => void;

const TAKE_NONE: SampleFilter = { takes: () => false };

/** What reads a file. */
export interface PassContext {
  readonly rules: Pick<ReadingOptions, 'normalise' | 'expected' | 'other'>;
  readonly companions: Companions;
  readonly signal: AbortSignal;
  readonly listener: PassListener;
}

/**
 * The reading that makes the records of a file. Where a sample is asked for, texts that do not wait are read once before:
 * the reading knows which entries it takes. A file without a usable record passes: the reading that makes the records
 * reports it.
 * @param usesIds whether records name ids of companions
 * @throws those of {@link FileReading.batches}
 */
export async function preparedReading(
  plan: FilePlan,
  options: LoadOptions,
  usesIds: boolean,
  { rules, companions, signal, listener }: PassContext,
): Promise<FileReading> {
  const { path, relevant: least, group } = options;
  const fill: ReadingOptions['fill'] = usesIds
    ? async (ids) => {
        const onBytes = (bytes: number) => listener('companions', bytes, reading.heldBytes, null);
        await companions.fill(ids, path, signal, onBytes);
      }
    : null;
  const all: ReadingOptions = {
    ...rules,
    fill,
    relevant: (queryId) => companions.relevantTo(queryId, path, least),
    topK: options.topK ?? RUN_DEPTH,
    group,
    sample: options.sample,
    census: null,
  };
  let { sample }: Pick<ReadingOptions, 'sample'> = all;
  if (options.sample !== null && !waits(plan, fill)) {
    const census = new SampleCensus(options.sample.seed);
    const counting = new FileReading(plan, { ...all, sample: TAKE_NONE, census });
    const onBytes: ReadingListener['onBytes'] = (bytes) =>
      listener('sampling', bytes, counting.heldBytes + census.bytes, counting);
    const batches = counting.batches(signal, { onBytes });
    try {
      // Rejects come again when the file is loaded.
      while ((await batches.next()).done !== true);
    } catch (error) {
      if (!isError(error, 'NoUsablePairsError')) throw error;
    }
    sample = census.filter(options.sample.records);
  }
  const reading = new FileReading(plan, { ...all, sample });
  return reading;
}
