/** Has what is kept looked after, and other tabs told of runs, for as long as the page is open. */

import { savesData } from '../fetch-ahead';
import type { Session } from '../session.svelte';
import type { Opened } from './arrival';
import { OfflineState } from './offline-state.svelte';
import { holdRunLock } from './run-lock';

/** A tab that is looked at again after so long looks for a new version. */
const LOOK_AGAIN_MS = 30 * 60_000;

/** Called once. @returns null where the page has no service worker */
export function startOffline(arrival: Opened, session: Session): OfflineState | null {
  if (arrival.kind === 'alone') return null;
  const { link, version } = arrival;
  const offline = new OfflineState(link, version, {
    busy: () => document.readyState !== 'complete' || session.atWork,
    running: () => session.progress !== null,
    locks: navigator.locks,
    savesData,
    reload: () => location.reload(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_MS) return;
    looked = Date.now();
    void offline.look();
  });
  window.addEventListener('online', () => void offline.look());
  $effect.root(() => {
    const running = $derived(session.progress !== null);
    $effect(() => (running ? holdRunLock(navigator.locks, link.scope) : undefined));
    $effect(() => {
      if (session.workers.phase === 'failed') void offline.mend();
    });
  });
  offline.tend();
  return offline;
}
