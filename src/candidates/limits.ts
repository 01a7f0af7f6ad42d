/** All limits of reading. A test compares them with docs/FORMATS.md ("Limits"). */

const MEBIBYTE = 2 ** 20;

export const LIMITS = {
  /** Numbers of an embedding: a matrix of d × d of them is 134 MB. */
  dimensions: 4096,
  /** Bytes of one line, or of one element of a JSON array. */
  recordBytes: 64 * MEBIBYTE,
  /** Bytes of a run that is one JSON object: it is held whole. */
  hitsBytes: 256 * MEBIBYTE,
  /** Columns of a table or a Parquet file. */
  columns: 4096,
  /** Characters of a table row with a quote open over line ends. */
  quotedCharacters: 1_000_000,
  /** Unpacked bytes of all files of a zip archive together: they are held while they are read. */
  archiveBytes: 2 * 1024 * MEBIBYTE,
} as const;
