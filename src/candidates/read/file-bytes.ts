/** The bytes of a file, unpacked. */

import { CandidatesError, isError } from '../errors';
import { Gunzip } from './gunzip';

/** Longest chunk: work on one must be short, since messages wait for it, Cancel among them. */
const CHUNK_BYTES = 128 * 1024;

/** Packed bytes that are unpacked at a time, to a thousand times as many at most. */
const PACKED_BYTES = 16 * 1024;

/** Bytes compared at a time. */
const COMPARED_BYTES = 4 * 1024 * 1024;

/**
 * A file's content in chunks whose bytes do not change afterwards.
 * @param gzip whether the file is packed
 * @param onBytes bytes of the file itself read so far
 * @throws LoadCancelledError, UnreadableFileError
 */
export async function* fileBytes(
  file: File,
  gzip: boolean,
  signal: AbortSignal,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const gunzip = gzip ? new Gunzip() : null;
  const reader = file.stream().getReader();
  const cancelled = (): CandidatesError => new CandidatesError('LoadCancelledError', { file: file.name });
  let leave = (): void => undefined;
  const next = () =>
    new Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>>((resolve, reject) => {
      leave = () => reject(cancelled());
      reader.read().then(resolve, (error: unknown) => reject(unreadable(file.name, error)));
    });
  // A read that hangs is not waited for.
  const stop = (): void => leave();
  signal.addEventListener('abort', stop);
  let bytesRead = 0;
  try {
    for (;;) {
      if (signal.aborted) throw cancelled();
      const { done, value } = await next();
      if (done) break;
      const step = gunzip === null ? CHUNK_BYTES : PACKED_BYTES;
      for (let start = 0; start < value.length; start += step) {
        const piece = value.subarray(start, start + step);
        bytesRead += piece.length;
        onBytes(bytesRead);
        for (const chunk of gunzip === null ? [piece] : unpackedPiece(file.name, gunzip, piece)) {
          yield chunk;
          if (signal.aborted) throw cancelled();
        }
      }
    }
    if (gunzip !== null) gunzipped(file.name, () => gunzip.finish());
  } finally {
    signal.removeEventListener('abort', stop);
    void reader.cancel().catch(() => undefined);
  }
}

/** What a piece of a packed file unpacks to, in chunks. @throws UnreadableFileError */
function unpackedPiece(file: string, gunzip: Gunzip, piece: Uint8Array): Uint8Array[] {
  const unpacked = gunzipped(file, () => gunzip.push(piece));
  return unpacked.flatMap((bytes) =>
    Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
      bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
    ),
  );
}

/** What unpacking gives. @throws UnreadableFileError where the file is damaged */
function gunzipped<T>(file: string, unpack: () => T): T {
  try {
    return unpack();
  } catch (cause) {
    const reason = 'The gzip stream is cut off or damaged';
    const advice = 'Pack the file again, or load it unpacked.';
    throw new CandidatesError('UnreadableFileError', { file, reason, advice }, { cause });
  }
}

/** Bytes [start, end) of a file, fewer where it ends before. @throws UnreadableFileError */
export async function readBytes(file: File, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    throw unreadable(file.name, error);
  }
}

/** Whether two files hold the same bytes. False where one of them can no longer be read. */
export async function sameBytes(a: File, b: File): Promise<boolean> {
  if (a.size !== b.size) return false;
  try {
    for (let start = 0; start < a.size; start += COMPARED_BYTES) {
      const end = start + COMPARED_BYTES;
      const [left, right] = await Promise.all([readBytes(a, start, end), readBytes(b, start, end)]);
      if (left.length !== right.length || left.some((byte, index) => byte !== right[index])) return false;
    }
  } catch (error) {
    if (isError(error, 'UnreadableFileError')) return false;
    throw error;
  }
  return true;
}

function unreadable(file: string, cause: unknown): CandidatesError {
  const reason = 'The file could not be read';
  const advice = 'It may have been moved or changed since it was picked: pick it again.';
  return new CandidatesError('UnreadableFileError', { file, reason, advice }, { cause });
}
