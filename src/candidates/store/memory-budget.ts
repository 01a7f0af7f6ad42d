/** How much memory sources may take, and what is left of it for a file. */

import { formatBytes, formatCount } from '../../ui/words';
import { CandidatesError } from '../errors';

const MEBIBYTE = 2 ** 20;

export interface StoreLimits {
  /** DuckDB's own memory limit in MiB: a statement that needs more fails. */
  readonly duckdbMiB: number;
  /** Bytes for sources, their texts and rejects. */
  readonly sources: number;
}

/**
 * DuckDB's WebAssembly memory is at most 4 GiB, and takes 1.07 to 1.10 times what DuckDB counts (measured while
 * filling it to 3.1 GiB).
 */
export const DUCKDB_MIB = 3500;

/** So much of them DuckDB can copy. */
const SOURCES_BYTES = 3100 * MEBIBYTE;

/** Share of a small machine's memory that sources may take: the tab needs as much again for a run, or for DuckDB's copy. */
const MACHINE_SHARE = 1 / 2;

/** The limits in this tab. */
export function storeLimits(): StoreLimits {
  // Chromium only: 0.25, 0.5, 1, 2, 4 or 8 GiB, where 8 means 8 or more.
  const machine = (globalThis.navigator as { readonly deviceMemory?: number } | undefined)?.deviceMemory;
  const share = machine === undefined ? Infinity : machine * 2 ** 30 * MACHINE_SHARE;
  return { duckdbMiB: DUCKDB_MIB, sources: Math.min(SOURCES_BYTES, share) };
}

/** Share of the free memory for records that wait for the end of their file. */
const HELD_SHARE = 1 / 2;

/** Least memory for each byte of a file: about 1 where texts hardly repeat. What would not fit at the least is refused unread. */
const LEAST_PER_BYTE = 0.5;

/** A sample is suggested a little smaller than what fitted. */
const SAFE_SHARE = 0.8;

/** Less memory than this is not mentioned. */
const NOTABLE_BYTES = 1e6;

export class TooLargeError extends CandidatesError {
  /** @param sample records that would fit; null if other sources leave no room */
  constructor(
    message: string,
    readonly sample: number | null,
  ) {
    super('FileTooLargeError', message);
  }
}

/** The memory left for one file, checked while it is read. */
export class MemoryBudget {
  /** Memory that other sources and companions take. */
  private readonly taken: number;

  private readonly free: number;

  /**
   * @param entryLength characters in one entry, about
   * @param besides memory held outside the store, for companions
   * @throws FileTooLargeError before reading, if the file cannot fit; never for a sample
   */
  constructor(
    private readonly store: { readonly capacity: number; memory(): number },
    private readonly file: File,
    private readonly needs: {
      readonly packed: boolean;
      readonly entryLength: number;
      readonly sampled: boolean;
      readonly besides: number;
    },
  ) {
    this.taken = store.memory() + needs.besides;
    this.free = Math.max(0, store.capacity - this.taken);
    if (!needs.sampled && file.size * LEAST_PER_BYTE > this.free)
      throw this.error(this.free / needs.entryLength);
  }

  /**
   * Call after every chunk of the file.
   * @param entries read so far
   * @param held memory of records that wait for the end of the file: they are not in the store yet
   * @throws FileTooLargeError
   */
  check(entries: number, held: number): void {
    const grown = this.store.memory() + this.needs.besides - this.taken;
    if (held > HELD_SHARE * this.free) throw this.error(entries);
    if (grown > this.free) throw this.error(entries * (held > 0 ? HELD_SHARE : this.free / grown));
  }

  /** @param fitting entries that would fit */
  private error(fitting: number): CandidatesError {
    const { taken, store, file, free } = this;
    const isFull = taken > NOTABLE_BYTES && free < NOTABLE_BYTES;
    const sample = isFull ? null : Math.max(1, Math.floor(SAFE_SHARE * fitting));
    const others = taken > NOTABLE_BYTES ? ` Other files take ${formatBytes(taken)} of it.` : '';
    return new TooLargeError(
      `${file.name}: its ${formatBytes(file.size)}${this.needs.packed ? ' (packed)' : ''} do not fit into this tab, which has ` +
        `${formatBytes(store.capacity)} of memory for sources.${others} Nothing of the file is kept. ` +
        (sample === null
          ? 'Remove another source and load the file again.'
          : `${others === '' ? 'Use' : 'Remove other sources, or use'} a sample of ${formatCount(sample)} records.`),
      sample,
    );
  }
}
