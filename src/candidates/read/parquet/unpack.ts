/** Unpacks the row groups of a Parquet file, a few at a time. */

import { tableFromIPC, type RecordBatch } from 'apache-arrow';

import { formatBytes } from '../../../ui/words';
import { CandidatesError } from '../../errors';
import { readBytes } from '../file-bytes';
import { unreadable, type Layout, type RowGroup } from './layout';
import { partOf } from './part';
import { ParquetFault, ParquetWorker } from './worker';

/** Largest row group that is read, unpacked: it is held about three times over. */
const MAX_GROUP_BYTES = 512 * 2 ** 20;

/** Row groups are unpacked together up to this size, while the ones before them are processed. */
const RUN_BYTES = 16 * 2 ** 20;

/** A file that is being unpacked. */
interface Reading {
  readonly file: File;
  readonly layout: Layout;
  readonly worker: ParquetWorker;
}

/** Some row groups with their rows, or one with its fault. */
export interface Unpacked {
  readonly groups: readonly RowGroup[];
  readonly rows: readonly RecordBatch[] | ParquetFault;
}

/** What a reading that ended in the first row groups has unpacked: the next one begins with it. */
export interface Begun {
  parts: readonly Unpacked[] | null;
}

/**
 * All rows of a file, in its order. Row groups that cannot be read are given with their fault.
 * @throws UnreadableFileError where parquet-wasm does not start
 */
export async function* unpacked(
  file: File,
  layout: Layout,
  begun: Begun = { parts: null },
): AsyncGenerator<Unpacked> {
  const reading = { file, layout, worker: new ParquetWorker() };
  const runs = runsOf(layout.groups);
  const read = (index: number): Promise<readonly Unpacked[]> | null => {
    const run = runs[index];
    return run === undefined ? null : unpackRun(reading, run);
  };
  try {
    let ahead = begun.parts === null ? read(0) : Promise.resolve(begun.parts);
    for (let index = 0; index < runs.length; index += 1) {
      const parts = await (ahead ?? read(index));
      ahead = size(runs[index + 1] ?? []) <= RUN_BYTES ? read(index + 1) : null;
      for (const part of parts ?? []) {
        if (part.rows instanceof ParquetFault && part.rows.code === 'not-started') {
          throw unreadable(file.name, part.rows);
        }
        begun.parts = index === 0 ? parts : null;
        yield part;
      }
    }
    begun.parts = null;
  } finally {
    reading.worker.stop();
  }
}

/** Neighbours up to {@link RUN_BYTES} together; a larger one alone. */
function runsOf(groups: readonly RowGroup[]): RowGroup[][] {
  const runs: RowGroup[][] = [];
  for (const group of groups) {
    const run = runs.at(-1);
    if (run !== undefined && size(run) + group.unpacked <= RUN_BYTES) run.push(group);
    else runs.push([group]);
  }
  return runs;
}

const size = (groups: readonly RowGroup[]): number => groups.reduce((sum, group) => sum + group.unpacked, 0);

/** Together, or one by one where that fails. */
async function unpackRun(reading: Reading, run: readonly RowGroup[]): Promise<Unpacked[]> {
  const rows = await unpackTogether(reading, run);
  if (!(rows instanceof ParquetFault) || run.length === 1) return [{ groups: run, rows }];
  const parts: Unpacked[] = [];
  for (const group of run) parts.push({ groups: [group], rows: await unpackTogether(reading, [group]) });
  return parts;
}

async function unpackTogether(
  { file, layout, worker }: Reading,
  run: readonly RowGroup[],
): Promise<readonly RecordBatch[] | ParquetFault> {
  const bytes = size(run);
  try {
    if (bytes > MAX_GROUP_BYTES) {
      throw new ParquetFault(
        `it has ${formatBytes(bytes)} unpacked, at most ${formatBytes(MAX_GROUP_BYTES)} are read at once`,
        'Write the file again with smaller row groups (such as `row_group_size=10000`).',
      );
    }
    const { metadata, footer } = layout;
    const asked = run.flatMap(({ index }) => metadata.row_groups[index] ?? []);
    const part = partOf(file, footer, metadata, asked);
    const packed = await readBytes(part, 0, part.size);
    const ipc = await worker.ask((codec) => codec.unpack(packed), bytes);
    const { batches, numRows } = tableFromIPC(ipc);
    if (numRows === run.reduce((sum, { rows }) => sum + rows, 0)) return batches;
    throw new ParquetFault(`${numRows} rows were found`);
  } catch (cause) {
    if (cause instanceof CandidatesError) throw cause;
    return cause instanceof ParquetFault
      ? cause
      : new ParquetFault('its values cannot be read', undefined, undefined, { cause });
  }
}
