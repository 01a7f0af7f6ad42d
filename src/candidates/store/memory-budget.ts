/** The memory left for a file, checked while it is read. */

import { HELD_SHARE, MEMORY_PER_BYTE } from './capacity';
import { CandidatesError } from '../errors';
import type { CandidateStore } from './store';
import type { PlaceKind } from '../candidate-record';

/** How far a file has been read. */
export interface ReadSoFar {
  readonly placeKind: PlaceKind;
  /** Bytes, unpacked. */
  readonly bytes: number;
  /** Lines, elements or rows. */
  readonly entries: number;
  /** Memory of records that wait for the end of the file. */
  readonly held: number;
}

/** What is known of a file before it is read. */
export interface FileNeeds {
  readonly packed: boolean;
  /** Characters in one entry, about. */
  readonly entryLength: number;
  readonly sampled: boolean;
  /** Memory held outside the store, for companions. */
  readonly besides: number;
}

/** A sample is suggested a little smaller than what fitted. */
const SAFE_SHARE = 0.8;

/** The memory left for one file, checked while it is read. */
export class MemoryBudget {
  private grown = 0;

  private constructor(
    private readonly store: CandidateStore,
    private readonly file: File,
    private readonly packed: boolean,
    /** Memory that other sources and companions take. */
    private readonly taken: number,
    private readonly besides: number,
  ) {}

  /**
   * @throws FileTooLargeError before reading, if the file cannot fit; never for a sample
   */
  static async for(
    store: CandidateStore,
    file: File,
    { packed, entryLength, sampled, besides }: FileNeeds,
  ): Promise<MemoryBudget> {
    const budget = new MemoryBudget(store, file, packed, (await store.memory()) + besides, besides);
    if (!sampled && file.size * MEMORY_PER_BYTE.least > budget.free) {
      const fits = (SAFE_SHARE * budget.free) / MEMORY_PER_BYTE.expected;
      throw budget.error(null, fits, Math.floor(fits / entryLength));
    }
    return budget;
  }

  /** Call after every chunk of the file. @throws FileTooLargeError */
  checkHeld(read: ReadSoFar): void {
    if (read.held > HELD_SHARE * this.free) throw this.partOf(read, SAFE_SHARE);
  }

  /** Call after every batch. @throws FileTooLargeError */
  async check(read: ReadSoFar): Promise<void> {
    this.grown = (await this.store.memory()) + this.besides - this.taken;
    if (this.grown > this.free) throw this.tooLarge(read);
  }

  /** @param cause the store's own error, if it filled up within a batch */
  tooLarge(read: ReadSoFar, cause?: Error): CandidatesError {
    // Records that wait for the end of the file are not in the store yet.
    const share = read.held > 0 ? HELD_SHARE : Math.min(1, this.free / Math.max(1, this.grown));
    return this.partOf(read, SAFE_SHARE * share, cause);
  }

  private partOf(read: ReadSoFar, share: number, cause?: Error): CandidatesError {
    return this.error(read.placeKind, share * read.bytes, Math.floor(share * read.entries), cause);
  }

  private error(placeKind: PlaceKind | null, fits: number, entries: number, cause?: Error): CandidatesError {
    const { packed, taken, store, file } = this;
    const overflow = { bytes: file.size, packed, capacity: store.capacity, taken, placeKind, fits, entries };
    return new CandidatesError(
      'FileTooLargeError',
      { file: file.name, overflow },
      cause === undefined ? undefined : { cause },
    );
  }

  private get free(): number {
    return Math.max(0, this.store.capacity - this.taken);
  }
}
