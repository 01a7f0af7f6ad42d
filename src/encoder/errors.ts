/** What can go wrong between a model folder and its embeddings. Each message says what to do. */

import { named } from '../named-error';

const inFolder = (folder: string, file: string, rest: string) => `Model folder "${folder}": ${file} ${rest}`;

/** The folder list that the page serves could not be read. */
export class ModelIndexError extends named('ModelIndexError') {}

/** A file that every model folder needs is not there. */
export class MissingModelFileError extends named(
  'MissingModelFileError',
  (folder: string, file: string, advice: string) => inFolder(folder, file, `is missing. ${advice}`),
) {}

/** A file of the folder exists but cannot be used. */
export class BrokenModelFileError extends named(
  'BrokenModelFileError',
  (folder: string, file: string, reason: string) => inFolder(folder, file, `cannot be used. ${reason}`),
) {}

/** A served file is not the one that public/models/index.json describes. */
export class ModelHashError extends named('ModelHashError', (folder: string, file: string) =>
  inFolder(
    folder,
    file,
    'differs from the SHA-256 in models/index.json. Copy the folder there again, then run "npm run build".',
  ),
) {}

/** The ONNX file has inputs or outputs that a text encoder does not have. */
export class UnknownOnnxNamesError extends named(
  'UnknownOnnxNamesError',
  (folder: string, file: string, what: string) =>
    inFolder(
      folder,
      file,
      `is not a text encoder that Negscope knows. ${what} Export it with "optimum-cli export onnx --task feature-extraction".`,
    ),
) {}

/** The runtime for Node gives other embeddings than the page's. */
export class NativeDiffersError extends named(
  'NativeDiffersError',
  (what: string, distance: number) =>
    `${what} gives other embeddings than fp32 on wasm, the page's own: up to ${distance.toExponential(1)} apart at unit length. ` +
    'Rank with --runtime wasm.',
) {}

/** A model folder that does not score pairs. */
export class CrossEncoderError extends named(
  'CrossEncoderError',
  (folder: string, reason: string) => `Model folder "${folder}" is not used as a cross-encoder. ${reason}`,
) {}

/** The encoder's output is not an embedding. */
export class EncodeError extends named('EncodeError') {}

/** An encoder worker did not start, or died. */
export class EncoderWorkerError extends named('EncoderWorkerError') {}

/** A stored embedding that a run needs cannot be read, in the browser's words. */
export class CacheReadError extends named(
  'CacheReadError',
  (reason: string) =>
    `A stored embedding could not be read back from the browser's storage (${reason}). Press "Rank sources" again; if ` +
    'that does not help, clear the embeddings (Advanced).',
) {}

/** The stored embeddings cannot be cleared while another tab uses them. */
export class CacheInUseError extends named(
  'CacheInUseError',
  () => 'Another tab of this page uses the stored embeddings. Close that tab, then clear them.',
) {}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
