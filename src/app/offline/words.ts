/** The offline state in words. */

import { formatBytes } from '../../ui/words';
import type { Kept, OfflineFailure } from './offline-state.svelte';

/**
 * Whether the page works without a network.
 * @param offline `kept` null if nothing is known yet
 * @returns null if there is nothing to say yet
 */
export function offlineInWords(offline: {
  readonly kept: Kept | null;
  readonly failure: OfflineFailure | null;
  readonly keeping: boolean;
}): string | null {
  const { kept, failure, keeping } = offline;
  if (failure === 'no service worker') return 'Does not work offline: the service worker does not start';
  if (kept === null) return null;
  if (kept.ready) return 'Works offline';
  const total = formatBytes(kept.totalBytes);
  switch (failure) {
    case 'no room':
      return `Does not work offline: the browser has no room for ${total}`;
    case 'no network':
      return 'Does not work offline yet: the server does not answer';
    case 'not on the server':
      return 'Does not work offline: the server has another version by now. Reload first';
    case null:
      return keeping
        ? `Getting ready for use offline: ${formatBytes(kept.bytes)} of ${total}`
        : `A copy for use offline takes ${total}`;
  }
}
