/** What IndexedDB keeps of a session, in memory: a structured clone, written whole or not at all. */

import type { Label, Said } from '../../src/candidates/marks/labels';
import { labelsIn } from '../../src/session/kept-labels';
import type { SessionRecord, SessionSnapshot } from '../../src/session/session-record';
import type { KeptSession, SessionStore } from '../../src/session/session-store';

export class MemoryStore implements SessionStore {
  record: SessionRecord | null = null;
  readonly files = new Map<string, File>();
  /** Parts of the labels, as they were written. */
  parts = new Map<IDBValidKey, unknown>();
  /** What the next write, or every reading, fails with. */
  failure: Error | null = null;
  denied: Error | null = null;
  copied = 0;
  /** Labels of each write of labels. */
  readonly said: number[] = [];
  /** A write of labels waits for it. */
  busy = Promise.resolve();

  async labels(): Promise<Label[]> {
    return [...(await labelsIn(this.parts)).labels];
  }

  async read(): Promise<KeptSession | null> {
    if (this.denied) throw this.denied;
    const { record } = this;
    if (record === null) return null;
    const files = new Map(
      Array.from(this.files, ([key, file]) => [
        key,
        new File([file], file.name, { lastModified: file.lastModified }),
      ]),
    );
    return { record: structuredClone(record), labels: await labelsIn(this.parts), files };
  }

  write({ record, files }: SessionSnapshot): Promise<void> {
    const { failure } = this;
    this.failure = null;
    if (failure) return Promise.reject(failure);
    this.record = structuredClone(record);
    for (const key of this.files.keys()) if (!files.has(key)) this.files.delete(key);
    for (const [key, file] of files) {
      if (this.files.has(key)) continue;
      this.files.set(key, file);
      this.copied++;
    }
    return Promise.resolve();
  }

  /** Tells that the browser closed the storage. */
  closed: () => void = () => undefined;

  watch(listener: () => void): void {
    this.closed = listener;
  }

  async say(said: readonly Said[]): Promise<boolean> {
    await this.busy;
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure;
    if (this.record === null) return false;
    this.said.push(said.length);
    this.parts.set(['labels', this.parts.size, ''], { version: 2, said: structuredClone(said) });
    return true;
  }

  clear(): Promise<void> {
    this.files.clear();
    this.parts.clear();
    this.record = null;
    return Promise.resolve();
  }
}
