/** The bytes of a file, unpacked, and its entries. */

import { cancelledLoad, unreadable, type CandidatesError } from '../errors';
import type { EntryReader, EntrySource } from './entries';
import { Gunzip } from './gunzip';
import { Pace } from './pace';

/** Longest chunk: work on one must be short, since messages wait for it, Cancel among them. */
const CHUNK_BYTES = 128 * 1024;

/** Packed bytes that are unpacked at a time, to a thousand times as many at most. */
const PACKED_BYTES = 16 * 1024;

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
  const unpack = gzip ? unpacking(file.name, await Gunzip.start()) : null;
  // With the signal a read that hangs is not waited for.
  const stream = file.stream().pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  const reader = stream.getReader();
  let bytesRead = 0;
  try {
    for (;;) {
      if (signal.aborted) throw cancelledLoad(file);
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? cancelledLoad(file) : unread(file.name, error);
      });
      if (done) break;
      const step = unpack === null ? CHUNK_BYTES : PACKED_BYTES;
      for (let start = 0; start < value.length; start += step) {
        const piece = value.subarray(start, start + step);
        bytesRead += piece.length;
        onBytes(bytesRead);
        for (const chunk of unpack === null ? [piece] : unpack(piece)) {
          yield chunk;
          if (signal.aborted) throw cancelledLoad(file);
        }
      }
    }
    if (unpack !== null) yield* unpack(null);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * The entries of a text file, gzipped or not.
 * @param skip bytes of the content before the first entry: a byte order mark, or what stands before an inner list
 */
export function byteEntries(file: File, gzip: boolean, reader: EntryReader, skip: number): EntrySource {
  return {
    placeKind: reader.placeKind,
    get blankLines() {
      return reader.blankLines;
    },
    async *chunks(signal, listener) {
      let [bytesRead, unpacked] = [0, 0];
      const pace = new Pace();
      for await (const chunk of fileBytes(file, gzip, signal, (bytes) => (bytesRead = bytes))) {
        listener.onContent?.(chunk);
        yield reader.push(chunk.subarray(Math.max(0, skip - unpacked)));
        unpacked += chunk.length;
        listener.onBytes(bytesRead);
        await pace.breathe();
      }
      yield reader.finish();
    },
  };
}

/** What gives the chunks that each piece of a packed file unpacks to; null ends the file. It throws UnreadableFileError. */
function unpacking(file: string, gunzip: Gunzip): (piece: Uint8Array | null) => Uint8Array[] {
  return (piece) => {
    try {
      if (piece !== null) return gunzip.push(piece).flatMap(chunksOf);
      gunzip.finish();
      return [];
    } catch (cause) {
      const reason = 'The gzip stream is cut off or damaged';
      const advice = 'Pack the file again, or load it unpacked.';
      throw unreadable(file, reason, advice, cause);
    }
  };
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const starts = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) => i * CHUNK_BYTES);
  return starts.map((start) => bytes.subarray(start, start + CHUNK_BYTES));
}

/** Bytes [start, end) of a file, fewer where it ends before. @throws UnreadableFileError */
export async function readBytes(file: File, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    throw unread(file.name, error);
  }
}

function unread(file: string, cause: unknown): CandidatesError {
  const reason = 'The file could not be read';
  const advice = 'It may have been moved or changed since it was picked: pick it again.';
  return unreadable(file, reason, advice, cause);
}
