import { EmbeddingsFoundLate } from './embeddings';
import { CandidatesError, FileTooLargeError, LoadCancelledError, StoreFullError } from './errors';
import { fileBytes, isGzip } from './entries/file-bytes';
import { sourceName } from './names';
import { FileReading, type FileSummary } from './reader';
import { Room, type ReadSoFar } from './store/room';
import type { SourceWriter } from './store/source-writer';
import type { CandidateStore } from './store/store';
import type { FileCounts, LoadedSource, LoadOptions, LoadOutcome, LoadProgress } from './types';

const PROGRESS_MS = 100;
/** Longest stretch of work before messages, such as a cancellation, are let in. */
const STRETCH_MS = 50;

/**
 * Reads one file into the store. A file that cannot be loaded gives `refused` and leaves nothing but its rejects.
 * Throws only for faults of this program and of a store that has stopped.
 */
export async function loadFile(
  store: CandidateStore,
  file: File,
  options: LoadOptions,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const load = new FileLoad(store, file, store.newKey(), options, onProgress, signal);
  return load.run();
}

class FileLoad {
  #reading: FileReading;
  #bytesRead = 0;
  #unpackedBytes = 0;
  #reportedAt = 0;
  #pausedAt = performance.now();

  constructor(
    private readonly store: CandidateStore,
    private readonly file: File,
    private readonly id: number,
    private readonly options: LoadOptions,
    private readonly onProgress: (progress: LoadProgress) => void,
    private readonly signal: AbortSignal,
  ) {
    this.#reading = this.#newReading(false);
  }

  async run(): Promise<LoadOutcome> {
    try {
      return { status: 'loaded', source: await this.#readTwiceIfNeeded() };
    } catch (error) {
      if (!(error instanceof CandidatesError)) throw error;
      const { read } = this.#reading.tally;
      const rejected = await this.#keepRejects(error);
      this.store.keepRefused(this.id);
      const refused = { file: this.file.name, error: error.name, message: error.message, read, rejected };
      return { status: 'refused', id: this.id, refused };
    }
  }

  /** Keeps the rejects of a refused file, but not of one that the store has no room for; gives their number. */
  async #keepRejects(error: CandidatesError): Promise<number> {
    if (error instanceof FileTooLargeError) {
      await this.store.dropRejects(this.id);
      return 0;
    }
    await this.store.addRejects(this.id, this.#reading.takeRejects());
    return this.#reading.tally.rejected;
  }

  /** Records without embeddings that come before others with them are rejects: then the file is read again. */
  async #readTwiceIfNeeded(): Promise<LoadedSource> {
    try {
      return await this.#readOnce();
    } catch (error) {
      if (!(error instanceof EmbeddingsFoundLate)) throw error;
      await this.store.dropRejects(this.id);
      this.#reading = this.#newReading(true);
      return await this.#readOnce();
    }
  }

  async #readOnce(): Promise<LoadedSource> {
    const room = await Room.for(this.store, this.file, await isGzip(this.file));
    const bytes = this.#bytes((unpacked) => {
      this.#unpackedBytes = unpacked;
      room.checkHeld(this.#readSoFar());
    });
    const writer = await this.store.write(this.id);
    try {
      for await (const batch of this.#reading.batches(bytes)) {
        await writer.add(batch.records);
        await this.store.addRejects(this.id, batch.rejects);
        await room.check(this.#readSoFar());
      }
      if (this.signal.aborted) throw new LoadCancelledError(this.file.name);
      return await this.#commit(writer, this.#reading.summary());
    } catch (error) {
      // A failed commit has ended the transaction already; what matters is the first error.
      await writer.rollback().catch(() => undefined);
      throw error instanceof StoreFullError ? room.tooLarge(this.#readSoFar(), error) : error;
    }
  }

  #readSoFar(): ReadSoFar {
    const { tally, placeKind, heldBytes } = this.#reading;
    return {
      placeKind: placeKind ?? 'line',
      bytes: this.#unpackedBytes,
      entries: tally.read,
      held: heldBytes,
    };
  }

  #commit(writer: SourceWriter, summary: FileSummary): Promise<LoadedSource> {
    assertIdentity(this.file.name, summary.counts);
    this.#report();
    return this.store.commit(writer, {
      id: this.id,
      name: sourceName(this.file.name),
      file: this.file.name,
      bytes: this.file.size,
      ...summary,
    });
  }

  /** The file's content; `onUnpacked` hears how much of it was taken, and may throw. */
  async *#bytes(onUnpacked: (bytes: number) => void): AsyncGenerator<Uint8Array> {
    let unpacked = 0;
    for await (const chunk of fileBytes(
      this.file,
      this.signal,
      (bytesRead) => (this.#bytesRead = bytesRead),
    )) {
      yield chunk;
      unpacked += chunk.length;
      onUnpacked(unpacked);
      const now = performance.now();
      if (now - this.#reportedAt >= PROGRESS_MS) {
        this.#reportedAt = now;
        this.#report();
      }
      if (now - this.#pausedAt >= STRETCH_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        this.#pausedAt = performance.now();
      }
    }
  }

  #report(): void {
    const { records, rejected } = this.#reading.tally;
    const { name, size } = this.file;
    this.onProgress({ file: name, bytesRead: this.#bytesRead, bytesTotal: size, records, rejected });
  }

  #newReading(required: boolean): FileReading {
    const { normalise } = this.options;
    return new FileReading({
      file: this.file.name,
      normalise,
      required,
      other: this.store.sourceWithEmbeddings(),
    });
  }
}

/** `read = records + merged + rejected` (SPEC.md, "Records"): nothing is dropped in silence. */
function assertIdentity(file: string, { read, records, merged, rejected }: FileCounts): void {
  if (read === records + merged + rejected) return;
  throw new Error(
    `${file}: ${read} were read, but ${records} loaded + ${merged} joined + ${rejected} rejected are ` +
      `${records + merged + rejected}. This is a fault of Negscope; please report it with the file.`,
  );
}
