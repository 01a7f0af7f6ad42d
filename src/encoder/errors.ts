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
    'that does not help, press "Clear what is kept".',
) {}

export class CacheInUseError extends named(
  'CacheInUseError',
  () => 'Another tab of this page uses the stored embeddings. Close that tab, then clear them.',
) {}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
