/** An export as one download: cleaned files and the reasons in one zip. */

import { makeZip } from 'client-zip';

import { sha256OfStream } from '../../hash';
import { Throttle } from '../read/pace';
import { cleanFile, type CleanedFile, type CleanProgress } from './cleaner';
import type { CleanRequest } from './removals';
import { CandidatesError } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { zipName } from './file-names';
import { reasonsHeader } from './reasons';

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
  const written = await Promise.all(
    members.map(async ({ name, content }, i) => ({
      of: files[i]?.name ?? '',
      of_sha256: await sha256OfStream((files[i] as File).stream()),
      beside: cleaned[i]?.beside ?? [],
      name,
      sha256: await sha256OfStream(content.stream()),
    })),
  );
  const manifest = {
    files: written.map(({ of, of_sha256, name, sha256 }) => ({
      file: of,
      sha256: of_sha256,
      cleaned: name,
      cleaned_sha256: sha256,
    })),
    sources: retention,
  };
  const reasons = new Blob([reasonsHeader(), ...cleaned.map((each) => each.reasons)]);
  const zip = await zipped(members, reasons, manifest, signal).catch((error: unknown) => {
    throw signal.aborted ? new CandidatesError('ExportCancelledError', { file }) : error;
  });
  return {
    zipName: files.length === 1 ? zipName(file) : ALL_ZIP,
    zip,
    files: written,
    pairsRemoved: retention.reduce((sum, of) => sum + of.negatives_before - of.negatives_after, 0),
    recordsRemoved: retention.reduce((sum, of) => sum + of.records_before - of.records_after, 0),
    retention,
  };
}

/** What leaves the files and why; their hashes, and what is kept of each source. */
const REASONS = 'removed.csv';
const MANIFEST = 'manifest.json';

/** Name of a zip with several cleaned files. */
const ALL_ZIP = 'negscope.cleaned.zip';

/** A file in the zip. */
type Member = Pick<CleanedFile, 'name' | 'content'>;

/** A file whose name is taken stands in a folder of its number. */
function membersOf(cleaned: readonly CleanedFile[]): Member[] {
  return cleaned.map(({ name, content }, i) => {
    const isTaken = cleaned.slice(0, i).some((other) => other.name === name);
    return { name: isTaken ? `${i + 1}/${name}` : name, content };
  });
}

/** All files in one zip, uncompressed: of any size, made part by part. */
async function zipped(
  members: readonly Member[],
  reasons: Blob,
  manifest: object,
  signal: AbortSignal,
): Promise<Blob> {
  const files = members.map(({ name, content }) => ({ name, input: content.stream() }));
  const table = { name: MANIFEST, input: new Blob([`${JSON.stringify(manifest, null, 2)}\n`]).stream() };
  const packed = makeZip([...files, { name: REASONS, input: reasons.stream() }, table]).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(),
    {
      signal,
    },
  );
  return new Response(packed, { headers: { 'content-type': 'application/zip' } }).blob();
}
