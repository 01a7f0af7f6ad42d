/** A model folder that does not score pairs. */

import { named } from '../../named-error';

export class CrossEncoderError extends named(
  'CrossEncoderError',
  (folder: string, reason: string) => `Model folder "${folder}" is not used as a cross-encoder. ${reason}`,
) {}

/** How a folder with the right head is made. */
export const EXPORT_ADVICE =
  'Export it with "optimum-cli export onnx --task text-classification --model ID DIR".';
