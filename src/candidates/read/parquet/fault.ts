/** What is wrong with a Parquet file or a part of it, in words. */

const WRITE_AGAIN = 'The file is damaged or was cut off: copy or download it once more, or write it again.';

/**
 * A part of a Parquet file that cannot be read. The message is a clause that names what is wrong; whoever knows the
 * file and the part makes a whole sentence of it.
 */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault';
  /** @param advice what to do, whole sentences */
  constructor(
    reason: string,
    readonly advice: string = WRITE_AGAIN,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** A part of a Parquet file with a text that is not UTF-8. */
export class NotUtf8Fault extends ParquetFault {
  constructor(options?: ErrorOptions) {
    super(
      'a text in it is not UTF-8, or the file is damaged',
      'Correct the text and write the file again.',
      options,
    );
  }
}

/** parquet-wasm could not be started: no file is at fault. The message says why. */
export class CodecStartError extends Error {
  override readonly name = 'CodecStartError';
}

/** Bytes in MB. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
}
