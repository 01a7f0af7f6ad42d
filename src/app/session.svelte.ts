/** The session: one for all pages, as long as the tab is open. */

import type { DeviceReport } from '../encoder/types';
import { sealOfPage } from './seal-of-page';
import { SealState } from './seal.svelte';
import { WorkerState } from './worker-state.svelte';

/** A state shared by pages or outliving its page: sources, encoder, run. */
export type SessionState<T extends object> = new (session: Session) => T;

export class Session {
  /** Whether page and workers are sealed, and their requests. */
  readonly seal = new SealState(sealOfPage());
  /** Started when first needed. */
  readonly workers = new WorkerState();
  /** What the last run used; null before the first one. */
  device = $state.raw<DeviceReport | null>(null);

  /** Progress of a long task, for the window's title. */
  progress = $state.raw<string | null>(null);

  /** True while the workers start or a long task runs: background work waits. */
  get atWork(): boolean {
    return this.progress !== null || this.workers.phase === 'starting';
  }

  private readonly states: object[] = [];
  private readonly ends: (() => void)[] = [];

  /** @param search of the page's address, such as `?device=wasm` */
  constructor(readonly search: string) {}

  /** The session's only instance of a state, made on first use. */
  state<T extends object>(Kind: SessionState<T>): T {
    const known = this.states.find((state) => state instanceof Kind);
    if (known instanceof Kind) return known;
    const made = this.outsideComponents(() => new Kind(this));
    this.states.push(made);
    return made;
  }

  /** For a command, which ends with its answer: nothing follows the states any more, and nothing waits to be done in idle time. */
  end(): void {
    for (const end of this.ends) end();
  }

  /** Makes an object whose derived values do not end with the component that asked first. */
  private outsideComponents<T>(make: () => T): T {
    const made: T[] = [];
    this.ends.push($effect.root(() => void made.push(make())));
    return made[0] as T;
  }
}
