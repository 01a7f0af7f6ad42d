/** The offline state in words. */

import type { Kept } from '../../service/build';
import { countOf, formatBytes } from '../../ui/words';
import type { OfflineFailure } from './offline-state.svelte';

/**
 * Whether the page works without a network.
 * @param kept null if nothing is known yet
 * @returns null if there is nothing to say yet
 */
export function offlineInWords(kept: Kept | null, failure: OfflineFailure | null): string | null {
  if (failure === 'no answer') return 'Not kept for use offline: the service worker does not answer';
  if (kept === null) return null;
  if (kept.missingFiles === 0) return 'Works offline';
  const total = formatBytes(kept.totalBytes);
  switch (failure) {
    case 'no room':
      return `Does not work offline: the browser has no room for ${total}`;
    case 'no network':
      return `Does not work offline yet: ${countOf(kept.missingFiles, 'file')} missing, and the server does not answer`;
    case 'not on the server':
      return `Does not work offline: ${countOf(kept.missingFiles, 'file')} of this version no longer on the server`;
    case 'not asked':
      return `A copy for use offline takes ${total}`;
    case null:
      return `Getting ready for use offline: ${formatBytes(kept.bytes)} of ${total}`;
  }
}
