/** An export as one download: cleaned files and the reasons in one zip. */

import { makeZip } from 'client-zip';

import { sha256OfStream } from '../../hash';
import { Throttle } from '../read/pace';
import { cleanFile, type CleanedFile, type Retention } from './cleaner';
import type { CleanRequest } from './removals';
import { cancelledExport } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { zipName } from './file-names';
import { reasonsHeader } from './reasons';

export interface ExportProgress {
  /** Bytes of the files as they are, packed where they are packed. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Bytes of the file a second, since the export began. */
  readonly rate: number;
  readonly secondsLeft: number;
}

export interface CleanedMember {
  readonly of: string;
  readonly beside: CleanedFile['beside'];
  readonly name: string;
  /** Of the file that was cleaned, and of what it became. */
  readonly of_sha256: string;
  readonly sha256: string;
}

/** One zip to save, with the cleaned files and the reasons in it. */
export interface CleanedDownload extends Pick<CleanedFile, 'retention'> {
  readonly pairsRemoved: number;
  readonly recordsRemoved: number;
  readonly zipName: string;
  readonly zip: Blob;
  /** The cleaned files in the zip. Beside them stand the reasons, and a manifest. */
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
  const members: (CleanedMember & { readonly content: Blob })[] = [];
  const reasons: BlobPart[] = [reasonsHeader()];
  const retention: Retention[] = [];
  let done = 0;
  for (const [i, file] of files.entries()) {
    const onBytes = (ofFile: number): void => {
      const bytesRead = done + ofFile;
      if (bytesRead === 0 || !throttle.due()) return;
      const rate = (1000 * bytesRead) / (performance.now() - began);
      onProgress({ bytesRead, bytesTotal, rate, secondsLeft: (bytesTotal - bytesRead) / rate });
    };
    const cleaned = await cleanFile(store, requests[i] as CleanRequest, onBytes, signal);
    const { content, beside } = cleaned;
    done += file.size;
    // A file whose name is taken stands in a folder of its number.
    const isTaken = members.some(({ name }) => name === cleaned.name);
    const name = isTaken ? `${i + 1}/${cleaned.name}` : cleaned.name;
    const of_sha256 = await sha256OfStream(file.stream());
    const sha256 = await sha256OfStream(content.stream());
    members.push({ of: file.name, beside, name, of_sha256, sha256, content });
    reasons.push(cleaned.reasons);
    retention.push(...cleaned.retention);
  }
  const [file = ''] = files.map(({ name }) => name);
  const zip = await zipped(members, new Blob(reasons), retention, signal).catch((error: unknown) => {
    throw signal.aborted ? cancelledExport(file) : error;
  });
  return {
    zipName: files.length === 1 ? zipName(file) : ALL_ZIP,
    zip,
    files: members.map(({ content: _, ...member }) => member),
    pairsRemoved: retention.reduce((sum, of) => sum + of.negatives_before - of.negatives_after, 0),
    recordsRemoved: retention.reduce((sum, of) => sum + of.records_before - of.records_after, 0),
    retention,
  };
}

const ALL_ZIP = 'negscope.cleaned.zip';

/**
 * All files in one zip, uncompressed: of any size, made part by part. Beside them what left the files and why, and their
 * hashes with what is kept of each source.
 */
async function zipped(
  members: readonly (CleanedMember & { readonly content: Blob })[],
  reasons: Blob,
  retention: readonly Retention[],
  signal: AbortSignal,
): Promise<Blob> {
  const hashes = members.map(({ of, of_sha256, name, sha256 }) => {
    return { file: of, sha256: of_sha256, cleaned: name, cleaned_sha256: sha256 };
  });
  const manifest = JSON.stringify({ files: hashes, sources: retention }, null, 2);
  const packed = makeZip([
    ...members.map(({ name, content }) => ({ name, input: content.stream() })),
    { name: 'removed.csv', input: reasons.stream() },
    { name: 'manifest.json', input: new Blob([`${manifest}\n`]).stream() },
  ]).pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  return new Response(packed, { headers: { 'content-type': 'application/zip' } }).blob();
}
