/** A model folder that does not score pairs. */

export class CrossEncoderError extends Error {
  override readonly name = 'CrossEncoderError';

  /** @param reason whole sentences: what was found, and what to do */
  constructor(
    readonly folder: string,
    reason: string,
  ) {
    super(`Model folder "${folder}" is not used as a cross-encoder. ${reason}`);
  }
}

/** How a folder with the right head is made. */
export const EXPORT_ADVICE =
  'Export it with "optimum-cli export onnx --task text-classification --model ID DIR".';
