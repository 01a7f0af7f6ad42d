/** Has the service worker keep the page's files for use without a network, one after another while the page is at rest. */

import type { KeepFailure, Kept, Question, ServiceStatus } from '../../service/build';

/** What is needed of the line to the service worker. */
export interface Service {
  ask(kind: Question['kind']): Promise<ServiceStatus>;
  update(): Promise<void>;
  /** Calls back when the service worker begins to answer for this page. */
  onChange(callback: () => void): void;
  /** Calls back once a new version waits until all tabs of the page are closed. */
  onWaiting(callback: () => void): void;
}

/** What is needed of the page and its browser. */
export interface Page {
  /** True while a run, or the start of the workers, has the machine to itself. */
  busy(): boolean;
  savesData(): boolean;
  wait(ms: number): Promise<void>;
}

/** Why nothing more is kept. */
export type OfflineFailure = KeepFailure | 'saves data' | 'no answer';

/** Rest before anything is kept: the first load, and what the user does first, go before. */
const REST_MS = 3000;

export class OfflineState {
  /** How much of this version is kept; null where nothing is known yet. */
  kept = $state.raw<Kept | null>(null);
  /** True where a new version is used once all tabs of the page are closed. */
  newVersion = $state(false);
  private reason = $state.raw<OfflineFailure | null>(null);
  private tending: Promise<void> | null = null;
  private asked = false;

  constructor(
    private readonly service: Service,
    private readonly page: Page,
  ) {
    service.onChange(() => this.tend());
    service.onWaiting(() => (this.newVersion = true));
  }

  /** True where the page works without a network: all of it is kept. */
  get ready(): boolean {
    return this.kept?.missingFiles === 0;
  }

  /** Why nothing more is kept; null while nothing is in the way. */
  get failure(): OfflineFailure | null {
    return this.ready ? null : this.reason;
  }

  /** Sees to it that everything is kept. Never rejects. */
  tend(): void {
    this.tending ??= this.keepAll().finally(() => (this.tending = null));
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

  private async keepAll(): Promise<void> {
    await this.page.wait(REST_MS);
    await this.ask('status');
    while (this.reason === null && !this.ready) {
      if (this.page.busy()) await this.page.wait(REST_MS);
      else if (this.page.savesData() && !this.asked) this.reason = 'saves data';
      else await this.ask('keep');
    }
  }

  private async ask(kind: Question['kind']): Promise<void> {
    try {
      const { kept, failure } = await this.service.ask(kind);
      this.kept = kept;
      this.reason = failure;
    } catch {
      this.reason = 'no answer';
    }
  }
}
