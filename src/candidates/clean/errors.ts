/** Why a cleaned file cannot be written. */

import { CandidatesError } from '../errors';

/** A cleaned file cannot be written. The message says what failed and what to do. */
export class ExportError extends CandidatesError {
  override readonly name: string = 'ExportError';
  /** @param reason and `advice` without the full stop at their ends. */
  constructor(file: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`${file}: the cleaned file was not written: ${reason}. ${advice}.`, options);
  }
}

/** The user cancelled the writing. */
export class ExportCancelledError extends ExportError {
  override readonly name = 'ExportCancelledError';
  constructor(file: string) {
    super(file, 'the writing was cancelled', 'Nothing of it is kept; export again to write it');
  }
}

/** The file, read again, is not what it was when it was loaded. */
export class FileChangedError extends ExportError {
  override readonly name = 'FileChangedError';
  /** @param found what is not as it was, such as "line 3 holds no record now". */
  constructor(file: string, found: string) {
    super(
      file,
      `${found}: the file has changed since it was loaded`,
      'Load it again, rank it and export again',
    );
  }
}
