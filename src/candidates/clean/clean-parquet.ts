import type { FileMetaData } from 'hyparquet';

import { CandidatesError, LoadCancelledError } from '../errors';
import type { Entry } from '../files/entries';
import { Fault } from '../records/fault';
import { cutEntry } from './entry-cutter';
import { ExportError, FileChangedError } from './errors';
import type { CleanedAs } from './file-names';
import type { Job } from './job';
import { parquetFooter, storedRows } from './parquet-file';
import { columnNames, ParquetOutput } from './parquet-out';
import { whyNotParquet } from './parquet-schema';
import { cutStoredRow } from './row-cutter';

/**
 * Writes a Parquet file as Parquet: rows as they were stored, in row groups of bounded size, packed with snappy. One
 * whose schema cannot be written goes out as JSON lines.
 * @returns how it was written
 * Errors: `ExportError`.
 */
export async function cleanParquet(job: Job): Promise<CleanedAs> {
  const { file } = job.opened;
  try {
    const metadata = await parquetFooter(file);
    if (whyNotParquet(metadata) !== null) {
      await writeAsJson(job);
      return 'jsonl';
    }
    await writeStored(job, metadata);
    return 'same';
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows could not be carried over (${error instanceof Error ? error.message : String(error)})`;
    throw new ExportError(file.name, reason, 'Choose another format for the cleaned file', { cause: error });
  }
}

async function writeStored(job: Job, metadata: FileMetaData): Promise<void> {
  const { file } = job.opened;
  const output = new ParquetOutput(metadata, job.output);
  const columns = columnNames(metadata);
  const entries = entriesOf(job, () => undefined);
  let place = 0;
  try {
    for await (const { rows, bytesRead } of storedRows(file, metadata)) {
      for (const row of rows) {
        place += 1;
        const { value: entry } = await entries.next();
        if (entry?.place !== place) throw new FileChangedError(file.name, `row ${place} is not there`);
        const left = job.rewritten<readonly unknown[]>(
          place,
          row,
          () => entry.value,
          (draft, removed) => cutStoredRow(row, columns, draft, removed),
        );
        if (left !== null) await output.add(left);
      }
      if (job.signal.aborted) throw new LoadCancelledError(file.name);
      job.onBytes(bytesRead);
    }
  } finally {
    await entries.return(undefined);
  }
  await output.finish();
}

/** Rows as they were read; one with a text that is not UTF-8 has no place in JSON. */
async function writeAsJson(job: Job): Promise<void> {
  for await (const { place, value } of entriesOf(job, job.onBytes)) {
    if (value instanceof Fault) continue;
    const text = JSON.stringify(value, exact);
    const left = job.rewritten<string>(
      place,
      text,
      () => value,
      (draft, removed) => cutEntry(text, draft, removed),
    );
    if (left !== null) await job.output.write(`${left}\n`);
  }
}

async function* entriesOf(
  { opened, signal }: Job,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Entry, undefined> {
  for await (const entries of opened.entries().chunks(signal, { onBytes })) yield* entries;
  return undefined;
}

/** A number where that is exact, the digits otherwise. */
function exact(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
