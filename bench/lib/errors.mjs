/** A scenario, or a part of one, cannot be run here; the message is the reason as a sentence. */
export class NotRunError extends Error {
  /** @override */
  name = 'NotRunError';
}
