/** The bytes of a file, unpacked. */

import { CandidatesError, isError } from '../errors';
import { LIMITS } from '../limits';

/** Longest chunk: work on one must be short, since messages wait for it, Cancel among them. */
const CHUNK_BYTES = 128 * 1024;

/** Bytes compared at a time. */
const COMPARED_BYTES = 4 * 1024 * 1024;

/**
 * A file's content in chunks whose bytes do not change afterwards.
 * @param gzip whether the file is packed
 * @param onBytes bytes of the file itself read so far
 * @throws LoadCancelledError, UnreadableFileError, UnpackedTooLargeError
 */
export async function* fileBytes(
  file: File,
  gzip: boolean,
  signal: AbortSignal,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const plain = file.stream();
  const watch = new UnpackedWatch(file.name);
  let packed = 0;
  const onPacked = (bytes: number): void => {
    packed = bytes;
    onBytes(bytes);
  };
  const stream = gzip ? counted(plain, onPacked).pipeThrough(new DecompressionStream('gzip')) : plain;
  const reader = stream.getReader();
  const cancelled = (): CandidatesError => new CandidatesError('LoadCancelledError', { file: file.name });
  let leave = (): void => undefined;
  const next = () =>
    new Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>>((resolve, reject) => {
      leave = () => reject(cancelled());
      reader.read().then(resolve, (error: unknown) => reject(unreadable(file.name, gzip, error)));
    });
  // A read that hangs is not waited for.
  const stop = (): void => leave();
  signal.addEventListener('abort', stop);
  let bytesRead = 0;
  try {
    for (;;) {
      if (signal.aborted) throw cancelled();
      const { done, value } = await next();
      if (done) return;
      const refused = gzip ? watch.add(value.length, packed) : null;
      if (refused !== null) throw refused;
      for (let start = 0; start < value.length; start += CHUNK_BYTES) {
        const chunk = value.subarray(start, start + CHUNK_BYTES);
        bytesRead += chunk.length;
        if (!gzip) onBytes(bytesRead);
        yield chunk;
        if (signal.aborted) throw cancelled();
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Cancelling one that unpacks makes Node 20 throw outside of every promise. Left alone it reads no further.
    if (!gzip) void reader.cancel().catch(() => undefined);
  }
}

/** Bytes [start, end) of a file, fewer where it ends before. @throws UnreadableFileError */
export async function readBytes(file: File, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    throw unreadable(file.name, false, error);
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

function counted(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytesRead: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytesRead = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytesRead += chunk.length;
        onBytes(bytesRead);
        controller.enqueue(chunk);
      },
    }),
  );
}

function unreadable(file: string, gzip: boolean, error: unknown): CandidatesError {
  return gzip
    ? new CandidatesError(
        'UnreadableFileError',
        {
          file,
          reason: 'The gzip stream is cut off, damaged or made of several parts',
          advice: 'Pack the file again, or load it unpacked.',
        },
        { cause: error },
      )
    : new CandidatesError(
        'UnreadableFileError',
        {
          file,
          reason: 'The file could not be read',
          advice: 'It may have been moved or changed since it was picked: pick it again.',
        },
        { cause: error },
      );
}

/** Counts the unpacked bytes of a packed file and refuses a bomb while it is small. */
export class UnpackedWatch {
  private unpacked = 0;

  /** @param most unpacked bytes that the file may have */
  constructor(
    private readonly file: string,
    private readonly most: number = LIMITS.unpackedBytes,
  ) {}

  /**
   * @param bytes just unpacked
   * @param packed bytes of the file read so far
   * @returns why the file is refused, or null
   */
  add(bytes: number, packed: number): CandidatesError | null {
    this.unpacked += bytes;
    const { unpacked } = this;
    const ratio = unpacked > LIMITS.unpackedUnasked && unpacked > LIMITS.unpackedRatio * packed;
    const refused = ratio || unpacked > this.most;
    const { file, most } = this;
    return refused ? new CandidatesError('UnpackedTooLargeError', { file, packed, unpacked, most }) : null;
  }
}
