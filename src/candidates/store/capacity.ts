/** How much memory the tables may take, and how much a file needs there. */

const MEBIBYTE = 2 ** 20;

/** How much memory the store may use. */
export interface StoreLimits {
  /** DuckDB's own memory limit in MiB: a statement that needs more fails. */
  readonly duckdbMiB: number;
  /** Bytes for sources and their ids; the rest is left for queries and for removing sources. */
  readonly sources: number;
  /** While all that was read takes no more bytes than these, texts stay in memory and nothing waits for DuckDB. */
  readonly held: number;
}

/**
 * DuckDB's WebAssembly memory is at most 4 GiB, and takes 1.07 to 1.10 times what DuckDB counts (measured while
 * filling it to 3.1 GiB).
 */
export const DUCKDB_MIB = 3500;

const SOURCES_BYTES = 3100 * MEBIBYTE;
const HELD_BYTES = 64 * MEBIBYTE;

/** Share of a small machine's memory that sources may take: the tab needs as much again for a run. */
const MACHINE_SHARE = 1 / 2;

/** The limits in this tab. */
export function storeLimits(): StoreLimits {
  // Chromium only: 0.25, 0.5, 1, 2, 4 or 8 GiB, where 8 means 8 or more.
  const machine = (globalThis.navigator as { readonly deviceMemory?: number } | undefined)?.deviceMemory;
  const share = machine === undefined ? Infinity : machine * 2 ** 30 * MACHINE_SHARE;
  return { duckdbMiB: DUCKDB_MIB, sources: Math.min(SOURCES_BYTES, share), held: HELD_BYTES };
}

/** Share of the free memory for records that wait for the end of their file. */
export const HELD_SHARE = 1 / 2;

/**
 * Bytes in the tables for each byte of a file: about 1 where texts hardly repeat, less where they do. A file that would
 * not fit even at the least is refused unread.
 */
export const MEMORY_PER_BYTE = { expected: 1, least: 0.5 } as const;
