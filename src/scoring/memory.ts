/** Memory for large arrays, asked for in one place, so that a refusal is an error with a name and says what to do. */

/** The browser did not give the memory that something needs. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';

  /**
   * @param what needs it, with its article, such as "The matrix of 4,096 × 4,096 numbers"
   * @param bytes that were asked for
   */
  constructor(what: string, bytes: number, options?: ErrorOptions) {
    super(
      `${what} needs ${inMegabytes(bytes)} of memory, which the browser did not give. Close other tabs, remove a ` +
        'source or take a sample of the records; where the embeddings are long, encode with a model of fewer dimensions.',
      options,
    );
  }
}

/** An array of zeros. @param what needs it, with its article @throws OutOfMemoryError */
export function float64Array(length: number, what: string): Float64Array<ArrayBuffer> {
  return allocated(what, 8 * length, () => new Float64Array(length));
}

/**
 * What `make` makes.
 * @param bytes that it needs, about
 * @throws OutOfMemoryError where the browser refuses the memory; other errors stay as they are
 */
export function allocated<T>(what: string, bytes: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    // The one thing that all engines share: an array or a memory that cannot be had is a RangeError.
    if (error instanceof RangeError) throw new OutOfMemoryError(what, bytes, { cause: error });
    throw error;
  }
}

/** `134 MB`. */
function inMegabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1e6)).toLocaleString('en')} MB`;
}
