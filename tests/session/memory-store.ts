/** What IndexedDB keeps of a session, in memory: a structured clone, written whole or not at all. */

import type { Label } from '../../src/candidates/marks/labels';
import type { KeptSession, SessionStore } from '../../src/session/persist.svelte';
import type { SessionRecord, SessionSnapshot } from '../../src/session/session-record';

export class MemoryStore implements SessionStore {
  record: SessionRecord | 'declined' | null = null;
  readonly files = new Map<string, File>();
  labels: readonly Label[] = [];
  /** What the next write, or every reading, fails with. */
  failure: Error | null = null;
  denied: Error | null = null;
  /** Files that were copied so far. */
  copied = 0;

  read(): Promise<KeptSession | 'declined' | null> {
    if (this.denied) return Promise.reject(this.denied);
    const { record } = this;
    if (record === null || record === 'declined') return Promise.resolve(record);
    const files = new Map(
      Array.from(this.files, ([key, file]) => [
        key,
        new File([file], file.name, { lastModified: file.lastModified }),
      ]),
    );
    const { labels } = this;
    return Promise.resolve({ record: structuredClone(record), labels, areLost: false, files });
  }

  write({ record, labels, files }: SessionSnapshot): Promise<void> {
    const { failure } = this;
    this.failure = null;
    if (failure) return Promise.reject(failure);
    this.record = structuredClone(record);
    this.labels = structuredClone([...labels]);
    for (const key of this.files.keys()) if (!files.has(key)) this.files.delete(key);
    for (const [key, file] of files) {
      if (this.files.has(key)) continue;
      this.files.set(key, file);
      this.copied++;
    }
    return Promise.resolve();
  }

  decline(): Promise<void> {
    this.files.clear();
    this.record = 'declined';
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.files.clear();
    this.record = null;
    return Promise.resolve();
  }
}
