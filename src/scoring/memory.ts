/** Large arrays are allocated here, so that a refusal is an error with a name that says what to do. */

/** The browser refused the memory that something needs. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';

  /** @param what needs it, with its article, such as "The matrix of 4,096 × 4,096 numbers" @param bytes that were asked for */
  constructor(what: string, bytes: number, options?: ErrorOptions) {
    const megabytes = Math.max(1, Math.round(bytes / 1e6)).toLocaleString('en');
    super(
      `${what} needs ${megabytes} MB of memory, which the browser did not give. Close other tabs, remove a ` +
        'source or take a sample of the records; where the embeddings are long, encode with a model of fewer dimensions.',
      options,
    );
  }
}

/**
 * The result of `make`.
 * @param what needs it, with its article
 * @param bytes that it needs, about
 * @throws OutOfMemoryError where the browser refuses the memory; other errors stay as they are
 */
export function allocated<T>(what: string, bytes: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    // What all JavaScript engines share: an array or a memory that cannot be allocated is a RangeError.
    if (error instanceof RangeError) throw new OutOfMemoryError(what, bytes, { cause: error });
    throw error;
  }
}
