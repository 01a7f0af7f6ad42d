/** How much memory sources may take, and how much a file needs. */

const MEBIBYTE = 2 ** 20;

/** How much memory the store may use. */
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
export const HELD_SHARE = 1 / 2;

/**
 * Bytes of memory for each byte of a file: about 1 where texts hardly repeat, less where they do. A file that would
 * not fit even at the least is refused unread.
 */
export const MEMORY_PER_BYTE = { expected: 1, least: 0.5 } as const;
