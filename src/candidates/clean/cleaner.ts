/** Writes a loaded file again without the removed pairs. */

import { cancelledExport, CandidatesError, hasCode, notWritten, type ErrorCode } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { BesideLists, type BesideList } from './beside-lists';
import { cleanArrow } from './clean-arrow';
import { cleanParquet } from './clean-parquet';
import { copyEntries } from './copy-entries';
import { cleanedName } from './file-names';
import { blobOf, type Piece } from './output';
import { writeReasons } from './reasons';
import { Removals, type CleanRequest, type Cleaning } from './removals';
import type { LoadedSource } from '../outcomes';

export interface CleanedFile {
  readonly beside: readonly BesideList[];
  readonly name: string;
  readonly content: Blob;
  /** Rows of `removed.csv`, without its header. */
  readonly reasons: Blob;
  readonly retention: readonly Retention[];
}

/**
 * Reads a loaded file once for the lists beside its negatives, where it may have any, and once more to write what stays.
 * Entries that lose nothing are copied byte for byte, rows of Parquet value for value. One file at a time.
 * @param onBytes bytes read of the file as it is, packed where it is packed
 * @param signal ends the writing
 * @throws ExportError, UnknownSourceError
 */
export async function cleanFile(
  store: CandidateStore<FilePlan>,
  request: CleanRequest,
  onBytes: (bytesRead: number) => void,
  signal: AbortSignal,
): Promise<CleanedFile> {
  const { loaded, plan } = store.file(request.fileId);
  const { file, gzip } = plan.open;
  try {
    const sources = store.sourcesOf(loaded);
    const removals = new Removals(store, request);
    let onRest = onBytes;
    if (removals.cutsTexts && mayHaveLists(plan)) {
      // Of two readings each is half of the work.
      removals.beside = await BesideLists.of(plan, signal, (bytes) => onBytes(Math.floor(bytes / 2)));
      onRest = (bytes) => onBytes(Math.floor((file.size + bytes) / 2));
    }
    const cleaning = { open: plan.open, removals, signal, onBytes: onRest };
    const content = await blobOf(
      keptOf(cleaning),
      gzip ? 'application/gzip' : 'application/octet-stream',
      gzip,
    );
    if (removals.kept === 0)
      throw notWritten(file.name, 'no record would remain', 'Remove fewer pairs, or leave the file out');
    const reasons = await blobOf(writeReasons(file.name, removals.removed()), 'text/csv;charset=utf-8');
    if (signal.aborted) throw cancelledExport(file.name);
    onBytes(file.size);
    return {
      name: cleanedName(file.name),
      content,
      reasons,
      beside: removals.beside.told,
      retention: sources.map((source) => retentionIn(source, removals.recordsLeft(source.id), request)),
    };
  } catch (error) {
    throw asExportError(file.name, error);
  }
}

function mayHaveLists({ open, format }: FilePlan): boolean {
  const isFlat = (open.table !== null && open.packed === undefined) || open.container === 'columns';
  return !isFlat && (format.joins === 'none' || format.joins === 'same-positive');
}

/** What a removal kept of a source, and why the rest went. */
export interface Retention {
  readonly source: string;
  readonly records_before: number;
  readonly records_after: number;
  readonly negatives_before: number;
  readonly negatives_after: number;
  readonly share_kept: number;
  /** Negatives that went, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** What of a source stays in the cleaned file. @param recordsLeft records that do */
function retentionIn(
  { id, name, counts: { records, pairs } }: LoadedSource,
  recordsLeft: number,
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
): Retention {
  const gone = removed.filter(({ source }) => source === id).flatMap((of) => [...of.reasons]);
  const counts = new Map<string, number>();
  for (const place of gone) {
    const reason = reasons[place]?.reason ?? '';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const left = pairs - gone.length;
  return {
    source: name,
    records_before: records,
    records_after: recordsLeft,
    negatives_before: pairs,
    negatives_after: left,
    share_kept: pairs === 0 ? 1 : left / pairs,
    // fromEntries keeps a reason named `__proto__`; an assignment would lose it.
    reasons: Object.fromEntries(counts),
  };
}

function keptOf(cleaning: Cleaning): AsyncIterable<Piece> {
  const { container, file, isHeld = false } = cleaning.open;
  if (isHeld)
    throw notWritten(
      file.name,
      'a file that is one JSON object cannot be copied in part',
      'Write it with one record a line (a run as lines of columns), load that and export again',
    );
  if (container === 'Parquet') return cleanParquet(cleaning);
  return container === 'Arrow' ? cleanArrow(cleaning) : copyEntries(cleaning);
}

const OWN: readonly ErrorCode[] = [
  'ExportError',
  'ExportCancelledError',
  'FileChangedError',
  'UnknownSourceError',
];

/** Errors of reading become errors of the export; others stay as they are. */
function asExportError(file: string, error: unknown): unknown {
  if (hasCode(error, 'LoadCancelledError')) return cancelledExport(file);
  if (!(error instanceof CandidatesError) || OWN.includes(error.code)) return error;
  const prefix = `${file}: `;
  const reason = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  const advice = 'Check that it is where it was, load it again and export again';
  return notWritten(file, `it could not be read again (${reason})`, advice, error);
}
