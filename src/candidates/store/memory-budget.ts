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
  /** Memory that other sources and companions take. */
  private readonly taken: number;

  /** @throws FileTooLargeError before reading, if the file cannot fit; never for a sample */
  constructor(
    private readonly store: CandidateStore,
    private readonly file: File,
    private readonly needs: FileNeeds,
  ) {
    this.taken = store.memory() + needs.besides;
    if (needs.sampled || file.size * MEMORY_PER_BYTE.least <= this.free) return;
    const fits = (SAFE_SHARE * this.free) / MEMORY_PER_BYTE.expected;
    throw this.error(null, fits, Math.floor(fits / needs.entryLength));
  }

  /** Call after every chunk of the file. @throws FileTooLargeError */
  check({ placeKind, bytes, entries, held }: ReadSoFar): void {
    const grown = this.store.memory() + this.needs.besides - this.taken;
    const waitsTooMuch = held > HELD_SHARE * this.free;
    if (!waitsTooMuch && grown <= this.free) return;
    // Records that wait for the end of the file are not in the store yet.
    const fitting = held > 0 ? HELD_SHARE : Math.min(1, this.free / Math.max(1, grown));
    const share = SAFE_SHARE * (waitsTooMuch ? 1 : fitting);
    throw this.error(placeKind, share * bytes, Math.floor(share * entries));
  }

  private error(placeKind: PlaceKind | null, fits: number, entries: number): CandidatesError {
    const { taken, store, file } = this;
    const { packed } = this.needs;
    const overflow = { bytes: file.size, packed, capacity: store.capacity, taken, placeKind, fits, entries };
    return new CandidatesError('FileTooLargeError', { file: file.name, overflow });
  }

  private get free(): number {
    return Math.max(0, this.store.capacity - this.taken);
  }
}
