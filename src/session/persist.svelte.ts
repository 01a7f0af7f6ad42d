/** Whether this browser keeps the session over a reload: asked once, written after each change, cleared at once. */

import { ask } from '../app/ask';
import { noticeOf, type Notice } from '../app/errors';
import type { Session } from '../app/session.svelte';
import type { Said } from '../candidates/marks/labels';
import { SerialQueue } from '../serial-queue';
import { countOf } from '../ui/words';
import type { WorkerPair } from '../app/workers';
import { LabelSet } from './audit/label-set';
import { Comparison } from './comparison.svelte';
import { hasGiven } from './files/listed';
import { openReport } from './files/report-files';
import { sessionReport } from './result/session-report';
import { putBackSession, RECORD_VERSION, takeSession, workOf } from './session-record';
import { indexedStore, StorageClosedError, type KeptSession } from './session-store';

/**
 * `kept`: this tab's files and result. `elsewhere`: those of another tab. In both phases the labels of this tab are kept.
 * `denied`: the browser stores nothing for the page.
 */
export type KeepPhase = 'opening' | 'unkept' | 'kept' | 'elsewhere' | 'denied';

/** The tab that keeps its session has this lock. */
const LOCK = 'negscope-session';

/** A tab that was killed or reloads holds its lock for a moment longer. */
const LOCK_WAIT_MS = 1500;

const REST_MS = 400;

const FAILED = 'The storage of the browser failed, so the last changes are not kept.';

class KeepError extends Error {
  override readonly name = 'KeepError';
  constructor(
    message: string,
    readonly details: string,
  ) {
    super(message);
  }
}

export class KeepState {
  phase = $state<KeepPhase>('opening');
  /** True if the browser agreed to keep the data when space is short. */
  persistent = $state(false);
  remarks = $state.raw<readonly string[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** A session that is kept and not on this page; it stays until the user says otherwise. */
  other = $state.raw<{ readonly files: number; readonly bytes: number } | null>(null);
  keepsLabels = $state(false);
  /** True once the engine has written the embeddings of this tab and writes every new one. */
  writesEmbeddings = $state(false);
  /** Why embeddings are not kept, or not cleared. */
  embeddingsNotice = $state.raw<Notice | null>(null);
  /** True until the report of a new result is there to be kept. */
  isReporting = $state(false);
  /**
   * True once a write failed. Chromium may then lose the whole database at the next visit, also what it writes later
   * without an error, as where the disk was full. So nothing counts as kept until the page is loaded again.
   */
  hasFailed = $state(false);

  /** True from a change of files, settings or result until it is written. */
  private sessionPending = $state(false);
  /** Labels that are still to be written, and writes of others that are under way. */
  private unwritten = $state.raw<readonly Said[]>([]);
  private writes = $state(0);
  /** Releases the lock; null while this tab does not hold it. */
  private release: (() => void) | null = null;
  private readonly queue = new SerialQueue();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private changes = 0;

  private readonly store = indexedStore();

  readonly comparison: Comparison;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.store.watch(() => void this.enqueue(() => this.lookAgain()));
    if (!hasGiven(session.search)) void this.open().then(() => this.showKept());
    $effect(() => this.follow());
    // What the next visit shows until its files are ranked again.
    $effect(() => {
      const { result, isResultCurrent } = this.comparison;
      const isToKeep = this.phase === 'kept' && result !== null && isResultCurrent;
      this.isReporting = isToKeep;
      if (!isToKeep) return;
      const timer = setTimeout(() => void this.keepReport(), REST_MS);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (session.workers.phase === 'ready') void this.keepEmbeddings(this.keepsEmbeddings);
    });
    $effect(() => warnBeforeLeaving(this.atRisk));
  }

  get hasWork(): boolean {
    return Object.values(workOf(this.comparison)).includes(true);
  }

  get pending(): boolean {
    return this.sessionPending || this.areLabelsPending;
  }

  private get areLabelsPending(): boolean {
    return this.writes > 0 || this.unwritten.length > 0;
  }

  get atRisk(): boolean {
    const { isUnderWay, inFiles, inLabels } = workOf(this.comparison);
    const areFilesSafe = this.phase === 'kept' && !this.sessionPending && !this.hasFailed;
    const areLabelsSafe = this.keepsLabels && !this.areLabelsPending && !this.hasFailed;
    return isUnderWay || (inFiles && !areFilesSafe) || (inLabels && !areLabelsSafe);
  }

  /** True where the user agreed, in this tab or in another one, to keep embeddings too. */
  get keepsEmbeddings(): boolean {
    return ['kept', 'elsewhere'].includes(this.phase) || this.other !== null;
  }

  get bytes(): number {
    return sizeOf(takeSession(this.comparison).files);
  }

  open(): Promise<void> {
    return this.enqueue(async () => {
      const isAlone = await this.lock();
      const found = await this.store.read().catch((error: unknown) => {
        this.phase = 'denied';
        this.unlock();
        throw new KeepError(
          'This browser lets the page keep nothing: a private window, or a setting, forbids it. ' +
            'Export the report before you leave.',
          String(error),
        );
      });
      if (found === null) {
        this.phase = 'unkept';
        this.unlock();
        return;
      }
      await this.keepLabels(found);
      if (!isAlone) this.phase = 'elsewhere';
      else if (this.putBack(found)) this.phase = 'kept';
      else this.standBack(found);
      this.persistent = await isAgreed('persisted');
    });
  }

  /** The user agrees: keeps labels, and files and result too. Where others are kept, the user is told first. */
  keep(): Promise<void> {
    return this.enqueue(async () => {
      const isAlone = await this.lock();
      try {
        const kept = await this.store.read();
        if (kept && !this.keepsLabels) await this.keepLabels(kept);
        if (!isAlone) this.phase = 'elsewhere';
        else if (kept && !this.other) this.standBack(kept);
        else await this.keepFiles();
      } catch (error) {
        // What the user was told of stays as it is: no other tab replaces it meanwhile.
        if (this.other === null) this.unlock();
        throw error;
      }
    });
  }

  /** Removes everything kept, the session last: as long as embeddings are left, the page offers to clear them. */
  async clear(): Promise<void> {
    const areCleared = await this.clearEmbeddings();
    if (!areCleared && this.comparison.workers.phase !== 'failed') return;
    clearTimeout(this.timer);
    return this.enqueue(async () => {
      await this.store.clear();
      this.keepNoMore();
    });
  }

  /** Called in an effect, which it makes depend on everything kept; writes soon after each change. */
  follow(): void {
    takeSession(this.comparison);
    if (this.phase !== 'kept') return;
    this.sessionPending = true;
    this.changes++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.enqueue(() => this.write()), REST_MS);
  }

  /** False, with a notice, where they are not cleared. */
  async clearEmbeddings(): Promise<boolean> {
    return (await this.askEngine((engine) => engine.clearCache())) !== null;
  }

  private async keepEmbeddings(agreed: boolean): Promise<void> {
    this.writesEmbeddings = false;
    const isTold = await this.askEngine((engine) => engine.keepEmbeddings(agreed));
    this.writesEmbeddings = agreed && isTold !== null;
  }

  private askEngine(task: (engine: WorkerPair['engine']) => Promise<void>): Promise<true | null> {
    this.embeddingsNotice = null;
    const asked = ({ engine }: WorkerPair) => task(engine).then(() => true as const);
    return ask(this.comparison.workers, asked, (notice) => (this.embeddingsNotice = notice));
  }

  /** Shows the report that was kept; the files that came back are ranked again by themselves. */
  private async showKept(): Promise<void> {
    const { lastReport: report, run } = this.comparison;
    if (report === null) return;
    try {
      const kept = await openReport({ name: 'The kept report', json: report });
      // A small run is done by now.
      if (run.finished === null) this.comparison.opened = { file: null, report: kept };
    } catch {
      this.remark('The kept report is of another version of this page.');
    }
  }

  /** Stopped sums leave the one that is kept; the next change asks again. */
  private async keepReport(): Promise<void> {
    const { comparison } = this;
    comparison.lastReport = await sessionReport(comparison).catch(() => comparison.lastReport);
    this.isReporting = false;
  }

  private async keepFiles(): Promise<void> {
    this.persistent = await isAgreed('persist');
    await this.writeSession();
    if (!this.keepsLabels) await this.keepLabels(null);
    this.notice = null;
    this.other = null;
    this.phase = 'kept';
  }

  private async writeSession(): Promise<void> {
    await this.written(this.store.write(takeSession(this.comparison)));
  }

  private async write(): Promise<void> {
    if (this.phase !== 'kept') return;
    const { changes } = this;
    await this.writeSession();
    this.notice = null;
    this.sessionPending = changes !== this.changes;
    if (this.unwritten.length > 0) void this.writeLabels();
  }

  /** Labels come back whatever became of the rest, and from now on each is written at once. @param kept null: none are */
  private async keepLabels(kept: KeptSession | null): Promise<void> {
    const stored = kept?.labels;
    if (stored && stored.unread > 0) {
      const parts = countOf(stored.unread, 'part');
      this.remark(`${parts} of the labels that this browser keeps cannot be read, and stay as they are.`);
    }
    this.keepsLabels = true;
    await this.comparison.marks.keep(stored?.labels ?? new LabelSet(), (said) => {
      this.unwritten = [...this.unwritten, ...said];
      void this.writeLabels();
    });
  }

  private keepNoMore(): void {
    clearTimeout(this.timer);
    this.comparison.marks.keepNoMore();
    this.unwritten = [];
    this.keepsLabels = false;
    this.unlock();
    this.sessionPending = false;
    this.other = null;
    this.phase = 'unkept';
  }

  /**
   * Writes labels at once, also while others are being written: IndexedDB keeps the order, and a tab may break off at any
   * moment. After a failure they are in the next write.
   */
  private async writeLabels(): Promise<void> {
    const said = this.unwritten;
    if (said.length === 0) return;
    this.unwritten = [];
    this.writes += 1;
    try {
      const isKept = await this.written(this.store.say(said));
      // Another tab cleared it, while this one still keeps labels.
      if (!isKept && this.keepsLabels) this.seeCleared();
      else if (isKept && !this.sessionPending) this.notice = null;
    } catch (error) {
      this.unwritten = [...said, ...this.unwritten];
      this.fail(error);
    }
    this.writes -= 1;
  }

  /** @throws what the write throws */
  private async written<Result>(write: Promise<Result>): Promise<Result> {
    try {
      return await write;
    } catch (error) {
      if (!(error instanceof StorageClosedError)) this.hasFailed = true;
      throw error;
    }
  }

  /** The browser closed its storage: either what it kept is gone, or the write that this broke off is done again. */
  private async lookAgain(): Promise<void> {
    if (!this.keepsLabels) return;
    const found = await this.store.read().catch((error: unknown) => {
      this.hasFailed = true;
      throw new KeepError(FAILED, String(error));
    });
    if (found === null) this.seeCleared();
    else await this.write();
    void this.writeLabels();
  }

  /** What this browser kept was deleted, and not by this tab. */
  private seeCleared(): void {
    this.keepNoMore();
    this.fail(
      new KeepError(
        'What this browser kept for this page was deleted. Nothing of this session is kept any more.',
        'The record of the session is gone.',
      ),
    );
  }

  private standBack({ files }: KeptSession): void {
    this.other = { files: files.size, bytes: sizeOf(files) };
    this.phase = 'unkept';
  }

  /** Restores files, settings and result; false, with a sentence where it has a reason, where that cannot be. */
  private putBack({ record, files }: KeptSession): boolean {
    if (this.comparison.sources.files.length > 0) return false;
    try {
      if (record.version === RECORD_VERSION) {
        putBackSession(this.comparison, { record, files }, (sentence) => this.remark(sentence));
        return true;
      }
      this.remark('What this browser keeps is of another version of this page.');
    } catch {
      this.remark('What this browser keeps is damaged.');
    }
    return false;
  }

  remark(sentence: string): void {
    this.remarks = [...this.remarks, sentence];
  }

  /** True once this tab holds the lock; false if another tab does. */
  private async lock(): Promise<boolean> {
    // Without a secure connection there are none, and no tab knows of another.
    const { locks } = navigator as Partial<Navigator>;
    this.release ??= locks ? await taken(locks) : () => undefined;
    return this.release !== null;
  }

  private unlock(): void {
    this.release?.();
    this.release = null;
  }

  /** One after the other; a failure becomes a notice. */
  private enqueue(task: () => Promise<void>): Promise<void> {
    return this.queue.run(task).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    if (error instanceof StorageClosedError && this.keepsLabels) {
      void this.enqueue(() => this.lookAgain());
      return;
    }
    const known = error instanceof KeepError || noticeOf(error).details !== undefined;
    this.notice = noticeOf(known ? error : new KeepError(FAILED, String(error)));
  }
}

function sizeOf(files: ReadonlyMap<string, File>): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}

/** @returns what releases the lock; null if another tab holds it */
function taken(locks: LockManager): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LOCK_WAIT_MS);
    const held = () => new Promise<void>((release) => resolve(release));
    locks.request(LOCK, { signal }, held).catch((error: unknown) => {
      if (signal.aborted) resolve(null);
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

/**
 * Whether the browser keeps the data when space is short. One that cannot be asked, or refuses, still keeps it while there is space.
 * @param question `persist` asks it to
 */
function isAgreed(question: 'persist' | 'persisted'): Promise<boolean> {
  const { storage } = navigator as Partial<Navigator>;
  return storage?.[question]().catch(() => false) ?? Promise.resolve(false);
}

/** Makes the browser ask before leaving while something is at risk; returns what undoes that. */
function warnBeforeLeaving(atRisk: boolean): (() => void) | undefined {
  if (!atRisk) return undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
