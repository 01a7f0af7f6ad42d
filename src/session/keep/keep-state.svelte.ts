/**
 * Whether this browser keeps the user's work over a reload: asked once, written after each change, cleared at once.
 * One tab does it at a time. What cannot be kept is said, and leaving warns.
 */

import * as v from 'valibot';

import { noticeOf, type Notice } from '../../app/errors';
import { keepErrorOf, noRoom } from './errors';
import type { KeptPart, Snapshot } from './kept-part';
import type { PartKind } from './part';
import type { KeepStore } from './store';
import type { WriterLock } from './writer-lock';

/**
 * `elsewhere`: another tab keeps its work, and this one nothing. `freed`: that tab is closed; its work is still kept, and
 * this one's is not. `denied`: the browser lets the page keep nothing.
 */
export type KeepPhase = 'opening' | 'unasked' | 'declined' | 'kept' | 'elsewhere' | 'freed' | 'denied';

/** What is needed of the browser. */
export interface KeepBrowser {
  readonly lock: WriterLock;
  /** @returns null where nothing is kept and no place is to be made @throws KeepError */
  open(options: { readonly create: boolean }): Promise<KeepStore | null>;
  /** Asks the browser not to remove what is kept when space is short; true where it agrees. */
  persist(): Promise<boolean>;
  /** Whether it has agreed. */
  persisted(): Promise<boolean>;
  /** Bytes that the page may still write; null where the browser does not say. */
  free(): Promise<number | null>;
}

/** The user's answer to whether to keep. */
const ANSWER: PartKind<{ keep: boolean }> = {
  name: 'answer',
  words: 'your answer',
  version: 1,
  schema: v.strictObject({ keep: v.boolean() }),
};

/** Rest after a change before it is written, in milliseconds. */
const REST_MS = 400;

export class KeepState {
  phase = $state<KeepPhase>('opening');
  /** Bytes that are kept. */
  bytes = $state(0);
  /** Bytes being copied for the first time, of so many; null while none are. */
  copying = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  /** True where the browser agreed not to remove what is kept by itself. */
  persistent = $state(false);
  /** What became of parts that could not be put back, a sentence each. */
  remarks = $state.raw<readonly string[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** True from a change until it is written. */
  pending = $state(false);
  private parts = $state.raw<readonly KeptPart<unknown>[]>([]);

  private store: KeepStore | null = null;
  private names = new WeakMap<File, string>();
  private work: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts changes, so that one that comes during a write is told from those written. */
  private changes = 0;

  constructor(private readonly browser: KeepBrowser) {}

  /** True where there is work of the user's. */
  get hasWork(): boolean {
    return this.parts.some((part) => part.work() !== 'none');
  }

  /** True where leaving the page now would lose some of it. */
  get atRisk(): boolean {
    const safe = this.phase === 'kept' && !this.pending;
    return this.parts.some((part) => part.work() === 'under way' || (!safe && part.work() === 'keepable'));
  }

  /** Bytes of the files that would be kept. */
  get wantedBytes(): number {
    const files = this.parts.flatMap((part) => part.snapshot()?.files ?? []);
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Looks for what was kept, and puts back the parts that are registered. Never rejects. */
  open(): Promise<void> {
    return this.enqueue(async () => {
      const store = await this.browser.open({ create: false });
      if (!store) {
        this.phase = 'unasked';
        return;
      }
      if (!(await this.browser.lock.take())) {
        this.leaveToOther();
        return;
      }
      const answer = await store.read(ANSWER);
      if (answer?.status === 'read' && answer.content.keep) {
        this.store = store;
        for (const part of this.parts) await this.putBack(part, store);
        this.phase = 'kept';
        this.persistent = await this.browser.persisted();
        this.bytes = await store.size();
        return;
      }
      if (answer?.status === 'read') this.phase = 'declined';
      else {
        // Without an answer nothing may be kept.
        await store.clear();
        if (answer) this.remark(answer.says);
        this.phase = 'unasked';
      }
      this.browser.lock.letGo();
    });
  }

  /** Adds a part: puts back what was kept of it, and writes its changes from then on. */
  register<Content>(part: KeptPart<Content>): Promise<void> {
    return this.enqueue(async () => {
      if (this.store) await this.putBack(part, this.store);
      this.parts = [...this.parts, part];
    });
  }

  /** The user agrees: all that is there is kept from now on. */
  keep(): Promise<void> {
    return this.enqueue(async () => {
      if (!(await this.browser.lock.take())) {
        this.leaveToOther();
        return;
      }
      this.persistent = await this.browser.persist();
      // What an earlier tab left is not of this one.
      await (await this.browser.open({ create: false }))?.clear();
      const free = await this.browser.free();
      if (free !== null && free < this.wantedBytes) throw noRoom(this.wantedBytes, free);
      const store = await this.browser.open({ create: true });
      await store?.write(ANSWER, { keep: true });
      this.store = store;
      try {
        await this.writeAll();
      } catch (error) {
        this.store = null;
        this.names = new WeakMap();
        await store?.clear();
        throw error;
      }
      this.phase = 'kept';
    });
  }

  /** The user does not want it: nothing is kept, and the question is not asked again in this browser. */
  decline(): Promise<void> {
    return this.enqueue(async () => {
      if (await this.browser.lock.take()) {
        await (await this.browser.open({ create: true }))?.write(ANSWER, { keep: false });
        this.browser.lock.letGo();
      }
      this.phase = 'declined';
    });
  }

  /** Another tab keeps its work; what it leaves is taken over by this one, where it has no work of its own. */
  private leaveToOther(): void {
    this.phase = 'elsewhere';
    this.browser.lock.whenFree(() => {
      if (this.phase !== 'elsewhere') return;
      if (this.hasWork) this.phase = 'freed';
      else void this.open();
    });
  }

  /** Removes all that is kept, the answer too: only the next visit is asked again. What is on the page stays. */
  clear(): Promise<void> {
    clearTimeout(this.timer);
    return this.enqueue(async () => {
      const store = this.store ?? (await this.browser.open({ create: false }));
      await store?.clear();
      this.store = null;
      this.names = new WeakMap();
      this.bytes = 0;
      this.pending = false;
      this.phase = 'declined';
      this.browser.lock.letGo();
    });
  }

  /** Says that something could not be put back. */
  remark(sentence: string): void {
    this.remarks = [...this.remarks, sentence];
  }

  /** Reads all there is to keep, so that whoever calls it in an effect is called again at each change; writes it soon. */
  follow(): void {
    for (const part of this.parts) part.snapshot();
    if (!this.store) return;
    this.pending = true;
    this.changes++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.enqueue(() => this.writeAll()), REST_MS);
  }

  /** Writes every part as it is now: bytes first, then the parts that name them, then what no part names goes. */
  private async writeAll(): Promise<void> {
    const { store } = this;
    if (!store) return;
    clearTimeout(this.timer);
    const { changes } = this;
    const snapshots = this.parts.map((part) => ({ part, snapshot: part.snapshot() }));
    const files = snapshots.flatMap(({ snapshot }) => snapshot?.files ?? []);
    await this.copy(files, store);
    for (const { part, snapshot } of snapshots) await this.write(part, snapshot, store);
    await store.removeBytesBut(files.map((file) => this.keptName(file)));
    this.bytes = await store.size();
    this.notice = null;
    this.pending = changes !== this.changes;
  }

  private async copy(files: readonly File[], store: KeepStore): Promise<void> {
    const fresh = files.filter((file) => !this.names.has(file));
    const total = fresh.reduce((sum, { size }) => sum + size, 0);
    let before = 0;
    try {
      for (const file of fresh) {
        const name = await store.copy(file, (bytes) => (this.copying = { done: before + bytes, total }));
        this.names.set(file, name);
        before += file.size;
      }
    } finally {
      this.copying = null;
    }
  }

  private async write(
    part: KeptPart<unknown>,
    snapshot: Snapshot<unknown> | null,
    store: KeepStore,
  ): Promise<void> {
    if (snapshot)
      await store.write(
        part.kind,
        snapshot.content((file) => this.keptName(file)),
      );
    else await store.forget(part.kind);
  }

  /** Puts back what was kept of a part; what cannot be used is said and removed. */
  private async putBack(part: KeptPart<unknown>, store: KeepStore): Promise<void> {
    const read = await store.read(part.kind);
    if (!read) return;
    if (read.status === 'unusable') {
      this.remark(read.says);
      await store.forget(part.kind);
      return;
    }
    try {
      await part.restore(read.content, (keptName, name) => this.keptFile(store, keptName, name));
    } catch (error) {
      const { message } = noticeOf(error);
      this.remark(`What this browser kept of ${part.kind.words} could not be put back: ${message}`);
      await store.forget(part.kind);
    }
  }

  private async keptFile(store: KeepStore, keptName: string, name: string): Promise<File | null> {
    const bytes = await store.bytesOf(keptName);
    if (!bytes) return null;
    const file = new File([bytes], name);
    this.names.set(file, keptName);
    return file;
  }

  private keptName(file: File): string {
    const name = this.names.get(file);
    if (name === undefined) throw new RangeError(`The bytes of ${file.name} are not kept.`);
    return name;
  }

  /** One after the other. A failure becomes a notice; where it is known that nothing can be kept, nothing more is tried. */
  private enqueue(task: () => Promise<void>): Promise<void> {
    this.work = this.work.then(task).catch((error: unknown) => {
      const failure = keepErrorOf(error);
      this.notice = noticeOf(failure);
      if (failure.why === 'denied') this.phase = 'denied';
      else if (this.phase === 'opening') this.phase = 'unasked';
    });
    return this.work;
  }
}
