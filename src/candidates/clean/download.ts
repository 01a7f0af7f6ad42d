/** An export as one download: cleaned files and the reasons in one zip. */

import { makeZip } from 'client-zip';

import { sha256OfStream } from '../../hash';
import type { Retention } from '../../scoring/retention';
import { Throttle } from '../read/pace';
import { cleanFile, type CleanedFile, type CleanProgress } from './cleaner';
import type { CleanRequest } from './removals';
import { CandidatesError } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { zipName } from './file-names';

/** How far an export is. */
export interface ExportProgress extends CleanProgress {
  /** Bytes of the file a second, since the export began. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** A cleaned file in the zip. */
export interface CleanedMember {
  /** The file that was cleaned. */
  readonly of: string;
  /** Lists beside its negatives that were cut, or may have to be. */
  readonly beside: CleanedFile['beside'];
  readonly name: string;
  readonly sha256: string;
}

/** One zip to save, with the cleaned files and the reasons in it. */
export interface CleanedDownload extends Pick<
  CleanedFile,
  'pairsRemoved' | 'recordsRemoved' | 'left' | 'retention'
> {
  readonly zipName: string;
  readonly zip: Blob;
  /** The cleaned files in the zip. Beside each stand its reasons. */
  readonly files: readonly CleanedMember[];
}

/**
 * Writes cleaned files, one after the other, and packs them with the reasons.
 * @param onProgress called at most ten times a second
 * @param signal ends the export; nothing of it is kept
 * @throws ExportError, UnknownSourceError
 */
export async function cleanedDownload(
  store: CandidateStore<FilePlan>,
  requests: readonly CleanRequest[],
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<CleanedDownload> {
  const throttle = new Throttle();
  const began = performance.now();
  const files = requests.map(({ fileId }) => store.file(fileId).plan.open.file);
  const bytesTotal = files.reduce((sum, { size }) => sum + size, 0);
  const cleaned: CleanedFile[] = [];
  let done = 0;
  for (const [i, request] of requests.entries()) {
    const onBytes = ({ bytesRead: ofFile }: CleanProgress): void => {
      const bytesRead = done + ofFile;
      if (bytesRead === 0 || !throttle.due()) return;
      const rate = (1000 * bytesRead) / (performance.now() - began);
      onProgress({ bytesRead, bytesTotal, rate, secondsLeft: (bytesTotal - bytesRead) / rate });
    };
    cleaned.push(await cleanFile(store, request, onBytes, signal));
    done += files[i]?.size ?? 0;
  }
  const [first] = files;
  const file = first?.name ?? '';
  const members = membersOf(cleaned);
  const retention = cleaned.flatMap((each) => each.retention);
  const zip = await zipped(members, retention, signal).catch((error: unknown) => {
    throw signal.aborted ? new CandidatesError('ExportCancelledError', { file }) : error;
  });
  return {
    zipName: files.length === 1 ? zipName(file) : ALL_ZIP,
    zip,
    files: await Promise.all(
      members.map(async ({ name, content }, i) => ({
        of: files[i]?.name ?? '',
        beside: cleaned[i]?.beside ?? [],
        name,
        sha256: await sha256OfStream(content.stream()),
      })),
    ),
    pairsRemoved: cleaned.reduce((sum, { pairsRemoved }) => sum + pairsRemoved, 0),
    recordsRemoved: cleaned.reduce((sum, { recordsRemoved }) => sum + recordsRemoved, 0),
    left: cleaned.flatMap(({ left }) => left),
    retention,
  };
}

/** What was kept of each source, in the zip. */
const RETENTION = 'retention.json';

/** Name of a zip with several cleaned files. */
const ALL_ZIP = 'negscope.cleaned.zip';

/** A file in the zip, and the reasons beside it. */
type Member = Pick<CleanedFile, 'name' | 'content' | 'reasonsName' | 'reasons'>;

/** A file whose name is taken stands in a folder of its number. */
function membersOf(cleaned: readonly CleanedFile[]): Member[] {
  return cleaned.map(({ name, content, reasonsName, reasons }, i) => {
    const isTaken = cleaned.slice(0, i).some((other) => other.reasonsName === reasonsName);
    const folder = isTaken ? `${i + 1}/` : '';
    return { name: folder + name, content, reasonsName: folder + reasonsName, reasons };
  });
}

/** All files in one zip, uncompressed: of any size, made part by part. */
async function zipped(
  members: readonly Member[],
  retention: readonly Retention[],
  signal: AbortSignal,
): Promise<Blob> {
  const files = members.flatMap(({ name, content, reasonsName, reasons }) => [
    { name, input: content.stream() },
    { name: reasonsName, input: reasons.stream() },
  ]);
  const table = { name: RETENTION, input: new Blob([`${JSON.stringify(retention, null, 2)}\n`]).stream() };
  const packed = makeZip([...files, table]).pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), {
    signal,
  });
  return new Response(packed, { headers: { 'content-type': 'application/zip' } }).blob();
}
