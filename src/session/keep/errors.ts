/** Why something could not be kept in this browser, in words. */

import { formatBytes } from '../../ui/words';

/** The browser's storage refused; what was kept before still is. */
export class KeepError extends Error {
  override readonly name = 'KeepError';
  constructor(
    readonly why: 'full' | 'denied' | 'changed' | 'other',
    message: string,
  ) {
    super(message);
  }
}

/** Whatever the storage threw, as a `KeepError`. */
export function keepErrorOf(error: unknown): KeepError {
  if (error instanceof KeepError) return error;
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'QuotaExceededError':
      return new KeepError(
        'full',
        'The storage that the browser gives this page is full, so the last changes are not kept. ' +
          'Clear what is kept, or free space on the disk.',
      );
    case 'SecurityError':
    case 'NotAllowedError':
      return keepingDenied();
    case 'NotReadableError':
    case 'NotFoundError':
      return new KeepError(
        'changed',
        'A file could not be copied: it changed or went since it was chosen. Choose it again to keep it.',
      );
    default:
      return new KeepError('other', `The storage failed: ${reasonOf(error)} The last changes are not kept.`);
  }
}

/** The browser has no private file system, at all or on a page that did not come over a safe connection. */
export function noPrivateFiles(): KeepError {
  return new KeepError(
    'denied',
    'This browser has no private file system for pages, so nothing is kept: a reload loses files, result and marks. ' +
      'Export the report before you leave.',
  );
}

/** The browser forbids the page its storage. */
function keepingDenied(): KeepError {
  return new KeepError(
    'denied',
    'This browser lets the page keep nothing: a private window, or a setting, forbids it. ' +
      'Export the report before you leave.',
  );
}

/** @param free bytes that the page may still write */
export function noRoom(wanted: number, free: number): KeepError {
  return new KeepError(
    'full',
    `Keeping this takes ${formatBytes(wanted)}, and the browser has ${formatBytes(free)} left for this page: ` +
      'nothing is kept. Clear the embeddings (Advanced), or free space on the disk.',
  );
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
