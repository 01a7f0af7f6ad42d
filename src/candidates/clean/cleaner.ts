/** Writes a loaded file again without the removed pairs. */

import { retentionOf, type Retention } from '../../scoring/retention';
import { CandidatesError, isError } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { BesideLists, type BesideList } from './beside-lists';
import { cleanArrow } from './clean-arrow';
import { cleanParquet } from './clean-parquet';
import { copyEntries } from './copy-entries';
import { entryPlans, type Cleaning } from './entry-plans';
import { cleanedName } from './file-names';
import { BlobOutput } from './output';
import { writeReasons } from './reasons';
import { leavingCodes, Removals, type CleanRequest, type LeftRecords } from './removals';
import type { LoadedSource } from '../outcomes';

/** What an export writes of one file. */
export interface CleanedFile {
  /** Lists beside the negatives. */
  readonly beside: readonly BesideList[];
  readonly name: string;
  readonly content: Blob;
  /** Rows of `removed.csv`, without its header. */
  readonly reasons: Blob;
  readonly pairsRemoved: number;
  readonly recordsRemoved: number;
  /** Records of its sources that stay. */
  readonly left: readonly LeftRecords[];
  /** What is kept of each source, as the manifest in the zip has it. */
  readonly retention: readonly Retention[];
}

const REJECTS_AT_ONCE = 5_000;

/** How far a file has been read. */
export interface CleanProgress {
  /** Bytes of the file as it is, packed where it is packed. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

/**
 * Reads a loaded file once for the lists beside its negatives, where it may have any, and once more to write what stays.
 * Entries that lose nothing are copied byte for byte, rows of Parquet value for value. One file at a time.
 * @param onProgress bytes of the file as it is, packed where it is packed
 * @param signal ends the writing
 * @throws ExportError, UnknownSourceError
 */
export async function cleanFile(
  store: CandidateStore<FilePlan>,
  request: CleanRequest,
  onProgress: (progress: CleanProgress) => void,
  signal: AbortSignal,
): Promise<CleanedFile> {
  const { removed } = request;
  const { loaded, plan } = store.file(request.fileId);
  const { file, gzip } = plan.open;
  const content = new BlobOutput(gzip);
  const why = new BlobOutput(false);
  const onBytes = (bytesRead: number): void => onProgress({ bytesRead, bytesTotal: file.size });
  try {
    const sources = store.sourcesOf(loaded);
    const removals = new Removals(store, request);
    const pairsRemoved = removed.reduce((sum, of) => sum + of.records.length, 0);
    const isReadTwice = removals.textsLeaving().size > 0 && mayHaveLists(plan);
    // Of two readings each is half of the work.
    const onHalf = (bytes: number): void => onBytes(Math.floor(bytes / 2));
    const onRest = isReadTwice ? (bytes: number): void => onHalf(file.size + bytes) : onBytes;
    const beside = isReadTwice ? await BesideLists.of(plan, signal, onHalf) : BesideLists.NONE;
    const plans = entryPlans(store, removals, request, beside);
    await writeKept({ open: plan.open, plans, output: content, signal, onBytes: onRest });
    const codes = leavingCodes(request.without);
    const rejects = [...store.rejects.parts(request.fileId, REJECTS_AT_ONCE)]
      .flat()
      .filter(({ code }) => codes === null || codes.includes(code));
    for (const row of writeReasons(file.name, request, sources, removals, rejects)) {
      if (signal.aborted) throw new CandidatesError('ExportCancelledError', { file: file.name });
      await why.write(row);
    }
    onBytes(file.size);
    const left = removals.left();
    const retention = sources.map((source) => keptOf(source, left, request));
    return {
      name: cleanedName(file.name),
      content: await content.close(gzip ? 'application/gzip' : 'application/octet-stream'),
      reasons: await why.close('text/csv;charset=utf-8'),
      pairsRemoved,
      beside: beside.told,
      recordsRemoved: retention.reduce((sum, of) => sum + of.records_before - of.records_after, 0),
      left,
      retention,
    };
  } catch (error) {
    await content.abandon();
    throw asExportError(file.name, error);
  }
}

/** Whether negatives of a file may stand in lists, with others beside them. */
function mayHaveLists({ open, format }: FilePlan): boolean {
  const isFlat = (open.table !== null && open.packed === undefined) || open.container === 'columns';
  return !isFlat && (format.joins === 'none' || format.joins === 'same-positive');
}

/** What of a source stays in the cleaned file. */
function keptOf(
  { id, name, counts }: LoadedSource,
  left: CleanedFile['left'],
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
): Retention {
  const gone = removed.filter(({ source }) => source === id).flatMap((pairs) => [...pairs.reasons]);
  const before = { records: counts.records, negatives: counts.pairs };
  const own = left.filter(({ source }) => source === id);
  const after = {
    records: own.reduce((sum, { records }) => sum + records, 0),
    negatives: before.negatives - gone.length,
  };
  return retentionOf(
    name,
    before,
    after,
    gone.map((place) => [reasons[place]?.reason ?? '', 1] as const),
  );
}

async function writeKept(cleaning: Cleaning): Promise<void> {
  const { container, file, isHeld = false } = cleaning.open;
  if (isHeld) {
    throw new CandidatesError('ExportError', {
      file: file.name,
      reason: 'a file that is one JSON object cannot be copied in part',
      advice: 'Write it with one record a line (a run as lines of columns), load that and export again',
    });
  }
  if (container === 'Parquet') await cleanParquet(cleaning);
  else if (container === 'Arrow') await cleanArrow(cleaning);
  else await copyEntries(cleaning);
  if (cleaning.plans.kept > 0) return;
  throw new CandidatesError('ExportError', {
    file: file.name,
    reason: 'nothing of it would be left',
    advice: 'Remove fewer pairs, or leave the file out',
  });
}

/** Errors of reading become errors of the export; others stay as they are. */
function asExportError(file: string, error: unknown): unknown {
  if (isError(error, 'LoadCancelledError')) return new CandidatesError('ExportCancelledError', { file });
  if (!(error instanceof CandidatesError)) return error;
  if (isError(error, 'ExportError', 'ExportCancelledError', 'FileChangedError', 'UnknownSourceError'))
    return error;
  const prefix = `${file}: `;
  const reason = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  return new CandidatesError(
    'ExportError',
    {
      file,
      reason: `it could not be read again (${reason})`,
      advice: 'Check that it is where it was, load it again and export again',
    },
    { cause: error },
  );
}
