/**
 * Looks after what is kept for use without a network: has the service worker keep one file after another while the page is
 * at rest, and takes a new version when the user says so.
 */

import type { Kept } from '../../service/build';
import { runLock } from '../../service/names';
import type { KeepFailure, Question, ServiceStatus } from '../../service/questions';

/** What is needed of the line to the service worker. */
export interface Service {
  readonly scope: string;
  ask(question: Question): Promise<ServiceStatus>;
  update(): Promise<void>;
  onChange(callback: () => void): void;
}

/** What is needed of the page and its browser. */
export interface Page {
  /** True while a run, or the start of the workers, has the machine to itself. */
  busy(): boolean;
  /** True while a run is under way in this tab. */
  running(): boolean;
  readonly locks: Pick<LockManager, 'query'>;
  savesData(): boolean;
  reload(): void;
  wait(ms: number): Promise<void>;
}

/** Why nothing more is kept. */
export type OfflineFailure = KeepFailure | 'saves data' | 'no answer';

/**
 * How a new version stands: still coming, ready to be used, wanted while a run is under way here or in another tab, or
 * opened with the next load.
 */
export type UpdatePhase = 'none' | 'coming' | 'ready' | 'waits here' | 'waits elsewhere' | 'next load';

/** Rest before anything is kept: the first load, and what the user does first, go before. */
const REST_MS = 3000;
const LOOK_MS = 1000;

export class OfflineState {
  private status = $state.raw<ServiceStatus | null>(null);
  private reason = $state.raw<OfflineFailure | null>(null);
  private wanted = $state.raw<'no' | 'waits here' | 'waits elsewhere' | 'next load'>('no');
  private tending: Promise<void> | null = null;
  private again = false;
  private asked = false;
  private stays = false;

  /** How much of this version is kept; null where nothing is known yet. */
  readonly kept = $derived.by<Kept | null>(() => this.status?.kept[this.version] ?? null);

  /** True where this version works without a network: all of it is kept. */
  readonly ready = $derived.by(() => this.kept?.missingFiles === 0);

  /** Why nothing more is kept of this version; null while nothing is in the way. */
  readonly failure = $derived.by(() => (this.ready ? null : this.reason));

  readonly update = $derived.by<UpdatePhase>(() => {
    const { status, wanted } = this;
    if (!status || (status.newest === this.version && status.chosen === this.version)) return 'none';
    if (wanted !== 'no') return wanted;
    const whole = status.kept[status.newest]?.missingFiles === 0;
    return whole || this.reason !== null ? 'ready' : 'coming';
  });

  constructor(
    private readonly service: Service,
    private readonly version: string,
    private readonly page: Page,
  ) {
    service.onChange(() => this.tend());
  }

  /** Sees to it that this version, and then the newest one, is kept. Never rejects. */
  tend(): void {
    this.again = true;
    this.tending ??= this.tendAll().finally(() => (this.tending = null));
  }

  /** Keeps everything although the user saves data: asked for by hand. */
  keepNow(): void {
    this.asked = true;
    this.tend();
  }

  /** Looks for a new version, and for what was lost meanwhile. */
  async look(): Promise<void> {
    await this.service.update().catch(() => undefined);
    this.tend();
  }

  /** Something of the page could not be loaded: what is damaged goes, and comes again. */
  async mend(): Promise<void> {
    await this.ask({ kind: 'check', version: this.version });
    this.tend();
  }

  /** Takes the new version once no run is under way in any tab. The browser asks before unsaved work is left. */
  async useNew(): Promise<void> {
    this.stays = false;
    for (let where = await this.runUnderWay(); where !== null; where = await this.runUnderWay()) {
      this.wanted = where;
      await this.page.wait(LOOK_MS);
      if (this.stays) return;
    }
    const { status } = this;
    if (!status || !(await this.ask({ kind: 'use', version: status.newest }))) {
      this.wanted = 'no';
      return;
    }
    this.wanted = 'next load';
    this.page.reload();
  }

  /** Goes on with this version, where a new one was wanted and waits. */
  stay(): void {
    this.stays = true;
    this.wanted = 'no';
  }

  private async tendAll(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.page.wait(REST_MS);
      const status = await this.ask({ kind: 'status' });
      if (!status) return;
      await this.keepAll(this.version);
      if (status.newest !== this.version) await this.keepAll(status.newest);
      await this.ask({ kind: 'tidy' });
    }
  }

  private async keepAll(version: string): Promise<void> {
    while ((this.status?.kept[version]?.missingFiles ?? 0) > 0) {
      if (this.page.savesData() && !this.asked) {
        this.reason = 'saves data';
        return;
      }
      if (this.page.busy()) {
        await this.page.wait(REST_MS);
        continue;
      }
      const status = await this.ask({ kind: 'keep', version });
      if (!status || status.failure !== null) return;
    }
  }

  /** @returns null where there is no answer */
  private async ask(question: Question): Promise<ServiceStatus | null> {
    try {
      this.status = await this.service.ask(question);
      this.reason = this.status.failure;
      return this.status;
    } catch {
      this.reason = 'no answer';
      return null;
    }
  }

  private async runUnderWay(): Promise<'waits here' | 'waits elsewhere' | null> {
    if (this.page.running()) return 'waits here';
    const name = runLock(this.service.scope);
    const { held = [], pending = [] } = await this.page.locks.query();
    return [...held, ...pending].some((lock) => lock.name === name) ? 'waits elsewhere' : null;
  }
}
