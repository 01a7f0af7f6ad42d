/** How much memory the tables may take, and what a file comes to in them. */

const MEBIBYTE = 2 ** 20;

/** How much memory the store may use. */
export interface StoreLimits {
  /** Where DuckDB ends a statement for want of memory, in MiB. */
  readonly duckdbMiB: number;
  /** Bytes that sources may take of it, with their ids; the rest is for questions about them and for removing them. */
  readonly sources: number;
}

/**
 * DuckDB's WebAssembly memory is at most 4 GiB, and takes 1.07 to 1.10 times what DuckDB counts (measured while
 * filling it to 3.1 GiB).
 */
export const DUCKDB_MIB = 3500;

const SOURCES_BYTES = 3100 * MEBIBYTE;

/** Share of a small machine's memory that sources may take: the tab needs as much again for a run. */
const MACHINE_SHARE = 1 / 2;

/** What this tab can give. */
export function storeLimits(): StoreLimits {
  // In Chromium only: 0.25, 0.5, 1, 2, 4 or 8 GiB, the last one for all that have more.
  const machine = (globalThis.navigator as { readonly deviceMemory?: number } | undefined)?.deviceMemory;
  const share = machine === undefined ? Infinity : machine * 2 ** 30 * MACHINE_SHARE;
  return { duckdbMiB: DUCKDB_MIB, sources: Math.min(SOURCES_BYTES, share) };
}

/** Share of the memory left for sources that records may take while they wait for the end of their file. */
export const HELD_SHARE = 1 / 2;

/**
 * Memory that a byte of a file comes to in the tables: about 1 where texts hardly repeat, less with every repetition.
 * A file for which even half of that is too much is refused unread.
 */
export const MEMORY_PER_BYTE = { expected: 1, least: 0.5 } as const;
