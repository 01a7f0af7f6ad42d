/** Largest page, unpacked, that is read: pages are held whole. Writers aim at 1 MB; some write a column as one page. */
export const MAX_PAGE_BYTES = 2 ** 29;

export const WRITE_AGAIN =
  'The file is damaged or was cut off: copy or download it once more, or write it again.';

/**
 * A part of a Parquet file that cannot be read. The message is a clause that names what is wrong; whoever knows the
 * file and the part makes an `UnreadableFileError` of it.
 */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault';
  /** @param advice what to do, whole sentences. */
  constructor(
    reason: string,
    readonly advice: string = WRITE_AGAIN,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** A fault of whatever was thrown while damaged bytes were decoded; `what` is what could not be done. */
export function asFault(what: string, error: unknown): ParquetFault {
  if (error instanceof ParquetFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ParquetFault(`${what} (${reason})`, WRITE_AGAIN, { cause: error });
}

/** Bytes in MB. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
}
