/** Has what is kept looked after for as long as the page is open. */

import { savesData } from '../fetch-ahead';
import type { Session } from '../session.svelte';
import type { Opened } from './arrival';
import { OfflineState } from './offline-state.svelte';

/** A tab that is looked at again after so long looks for a new version. */
const LOOK_AGAIN_MS = 30 * 60_000;

/** Called once. @returns null where the page has no service worker */
export function startOffline(arrival: Opened, session: Session): OfflineState | null {
  if (arrival.kind === 'alone') return null;
  const offline = new OfflineState(arrival.link, {
    busy: () => document.readyState !== 'complete' || session.atWork,
    savesData,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_MS) return;
    looked = Date.now();
    void offline.look();
  });
  window.addEventListener('online', () => void offline.look());
  offline.tend();
  return offline;
}
