/** The session: one for all pages, as long as the tab is open. */

import { sealOfPage, SealState } from './seal.svelte';
import type { WorkerState } from './worker-state.svelte';

export class Session {
  /** Whether page and workers are sealed, and their requests. */
  readonly seal = new SealState(sealOfPage());
  /** Progress of a long task, for the window's title. */
  progress = $state.raw<string | null>(null);

  /** True while the workers start or a long task runs: background work waits. */
  get atWork(): boolean {
    return this.progress !== null || this.workers.phase === 'starting';
  }

  private readonly states = new WeakMap<object, object>();
  private readonly ends: (() => void)[] = [];

  /** @param search of the page's address, such as `?device=wasm` @param workers started when first needed */
  constructor(
    readonly search: string,
    readonly workers: WorkerState,
  ) {}

  /** The session's only instance of a state, made on first use. */
  state<T extends object>(Kind: new (session: Session) => T): T {
    // Its derived values do not end with the component that asks first.
    if (!this.states.has(Kind))
      this.ends.push($effect.root(() => void this.states.set(Kind, new Kind(this))));
    return this.states.get(Kind) as T;
  }

  /** For a command: nothing follows the states any more. */
  readonly end = (): void => this.ends.forEach((end) => end());
}
