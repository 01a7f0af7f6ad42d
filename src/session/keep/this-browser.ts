/** The browser that this page runs in, as far as keeping needs it. */

import type { KeepBrowser } from './keep-state.svelte';
import { openKeepStore } from './store';
import { WriterLock } from './writer-lock';

export function thisBrowser(): KeepBrowser {
  return {
    lock: new WriterLock('locks' in navigator ? navigator.locks : null),
    open: openKeepStore,
    // A browser that does not know the question, or refuses it, keeps things all the same while there is space.
    persist: () => navigator.storage.persist().catch(() => false),
    persisted: () => navigator.storage.persisted().catch(() => false),
    free: async () => {
      const { quota, usage } = await navigator.storage.estimate().catch(() => ({}) as StorageEstimate);
      return quota === undefined ? null : quota - (usage ?? 0);
    },
  };
}
