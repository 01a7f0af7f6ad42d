/** An export as one download: the cleaned file and the reasons in one zip. */

import { makeZip } from 'client-zip';

import { Throttle } from '../read/pace';
import { cleanFile, type CleanedFile } from './cleaner';
import type { CleanedDownload, CleanRequest, ExportProgress } from '../api';
import { CandidatesError } from '../errors';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { zipName } from './file-names';

/**
 * Writes a cleaned file and packs it with the reasons.
 * @param onProgress called at most ten times a second
 * @param signal ends the export; nothing of it is kept
 * @throws ExportError, UnknownSourceError
 */
export async function cleanedDownload(
  store: CandidateStore<FilePlan>,
  request: CleanRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<CleanedDownload> {
  const throttle = new Throttle();
  const began = performance.now();
  const cleaned = await cleanFile(
    store,
    request,
    ({ bytesRead, bytesTotal }) => {
      if (bytesRead === 0 || !throttle.due()) return;
      const rate = (1000 * bytesRead) / (performance.now() - began);
      onProgress({ bytesRead, bytesTotal, rate, secondsLeft: (bytesTotal - bytesRead) / rate });
    },
    signal,
  );
  const { name, reasonsName, pairsRemoved, recordsRemoved } = cleaned;
  const file = store.file(request.fileId).plan.open.file.name;
  const zip = await zipped(cleaned, signal).catch((error: unknown) => {
    throw signal.aborted ? new CandidatesError('ExportCancelledError', { file }) : error;
  });
  return { name, reasonsName, pairsRemoved, recordsRemoved, zipName: zipName(file), zip };
}

/** Both files in one zip, uncompressed: of any size, made part by part. */
async function zipped(cleaned: CleanedFile, signal: AbortSignal): Promise<Blob> {
  const files = [
    { name: cleaned.name, input: cleaned.content.stream() },
    { name: cleaned.reasonsName, input: cleaned.reasons.stream() },
  ];
  const packed = makeZip(files).pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  const bytes = await new Response(packed).blob();
  return bytes.slice(0, bytes.size, 'application/zip');
}
