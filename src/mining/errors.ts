/** What stops a mining, in a sentence that says what to do. */

export class MiningInputError extends Error {
  override readonly name = 'MiningInputError';
}
