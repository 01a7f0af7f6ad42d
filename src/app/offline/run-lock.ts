/** Tells other tabs that a run is under way in this one: none of them takes a new version meanwhile. */

import { runLock } from '../../service/names';

/** Holds the lock; returns what lets it go. */
export function holdRunLock(locks: LockManager, scope: string): () => void {
  const ended = new AbortController();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  locks
    .request(runLock(scope), { mode: 'shared', signal: ended.signal }, () => held)
    .catch((error: unknown) => {
      // A run may end before its lock was granted.
      if (!ended.signal.aborted) throw error;
    });
  return () => {
    ended.abort();
    release();
  };
}
