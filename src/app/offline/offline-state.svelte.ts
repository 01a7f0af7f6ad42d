/** Has the service worker keep the page's files for use without a network, once the user asks for it. */

import type { KeepFailure, Kept } from '../../service/build';
import type { Session } from '../session.svelte';
import type { ServiceLink } from './service-link';

/** Why nothing more is kept. */
export type OfflineFailure = KeepFailure | 'not asked' | 'no answer';

/** Delay before anything is kept: the first load and the user's first actions come first. */
const REST_MS = 3000;

/** A tab that was hidden for this long looks for a new version. */
const LOOK_AGAIN_MS = 30 * 60_000;

/** Made once; it works for as long as the page is open. */
export class OfflineState {
  /** How much of this version is kept; null if nothing is known yet. */
  kept = $state.raw<Kept | null>(null);
  newVersion = $state(false);
  private reason = $state.raw<OfflineFailure | null>(null);
  private keeping: Promise<void> | null = null;
  private asked = false;
  private looked = Date.now();

  constructor(
    private readonly service: ServiceLink,
    private readonly session: Pick<Session, 'atWork'>,
  ) {
    service.onChange(() => this.keep());
    service.onWaiting(() => (this.newVersion = true));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - this.looked >= LOOK_AGAIN_MS) this.look();
    });
    window.addEventListener('online', () => this.look());
    this.keep();
  }

  /** The page works without a network: all of it is kept. */
  get ready(): boolean {
    return this.kept?.missingFiles === 0;
  }

  /** Why nothing more is kept. */
  get failure(): OfflineFailure | null {
    return this.ready ? null : this.reason;
  }

  /** The user asked for it. */
  keepNow(): void {
    this.asked = true;
    this.keep();
  }

  private keep(): void {
    this.keeping ??= this.keepAll().finally(() => (this.keeping = null));
  }

  /** Looks for a new version, and for files lost meanwhile. */
  private look(): void {
    this.looked = Date.now();
    void this.service
      .update()
      .catch(() => undefined)
      .then(() => this.keep());
  }

  private async keepAll(): Promise<void> {
    await rest();
    await this.ask('status');
    while (this.reason === null && !this.ready) {
      if (!this.asked) this.reason = 'not asked';
      else if (document.readyState !== 'complete' || this.session.atWork) await rest();
      else await this.ask('keep');
    }
  }

  private async ask(kind: 'status' | 'keep'): Promise<void> {
    try {
      const { kept, failure } = await this.service.ask(kind);
      this.kept = kept;
      this.reason = failure;
    } catch {
      this.reason = 'no answer';
    }
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
