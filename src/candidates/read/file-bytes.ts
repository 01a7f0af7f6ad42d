/** The bytes of a file, unpacked. */

import { LoadCancelledError, UnreadableFileError } from '../errors';
import { UnpackedWatch } from './unpacked';

/** Longest chunk handed on: work on one chunk must be short enough to let messages in between. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * A file's bytes in chunks, whose bytes do not change afterwards; gzip is told by its first two bytes and unpacked.
 * @param onBytes hears how many bytes of the file itself were read
 * @throws LoadCancelledError, UnreadableFileError, UnpackedTooLargeError
 */
export async function* fileBytes(
  file: File,
  signal: AbortSignal,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const gzip = await isGzip(file);
  const plain = file.stream();
  const watch = new UnpackedWatch(file.name);
  let packed = 0;
  const onPacked = (bytes: number): void => {
    packed = bytes;
    onBytes(bytes);
  };
  const stream = gzip ? counted(plain, onPacked).pipeThrough(new DecompressionStream('gzip')) : plain;
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  let bytesRead = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw unreadable(file.name, gzip, error);
      });
      if (signal.aborted) throw new LoadCancelledError(file.name);
      if (done) return;
      const refused = gzip ? watch.add(value.length, packed) : null;
      if (refused !== null) throw refused;
      for (let start = 0; start < value.length; start += CHUNK_BYTES) {
        const chunk = value.subarray(start, start + CHUNK_BYTES);
        bytesRead += chunk.length;
        if (!gzip) onBytes(bytesRead);
        yield chunk;
        if (signal.aborted) throw new LoadCancelledError(file.name);
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Whether a file is packed with gzip. @throws UnreadableFileError */
export async function isGzip(file: File): Promise<boolean> {
  const start = await file
    .slice(0, 2)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw unreadable(file.name, false, error);
    });
  const [first, second] = new Uint8Array(start);
  return first === 0x1f && second === 0x8b;
}

/** Packed bytes given to the unpacker at a time: what is counted as read is then never far ahead of what is unpacked. */
const PACKED_BYTES = 32 * 1024;

/** A stream in small pieces, each of them counted when it is asked for. */
function counted(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytesRead: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let bytesRead = 0;
  let left = new Uint8Array(0);
  return new ReadableStream(
    {
      async pull(controller) {
        while (left.length === 0) {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            return;
          }
          left = value;
        }
        const piece = left.subarray(0, PACKED_BYTES);
        left = left.subarray(PACKED_BYTES);
        bytesRead += piece.length;
        onBytes(bytesRead);
        controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function unreadable(file: string, gzip: boolean, error: unknown): UnreadableFileError {
  return gzip
    ? new UnreadableFileError(
        file,
        'The gzip stream is cut off, damaged or made of several parts',
        'Pack the file again, or load it unpacked.',
        { cause: error },
      )
    : new UnreadableFileError(
        file,
        'The file could not be read',
        'It may have been moved or changed since it was picked: pick it again.',
        { cause: error },
      );
}
