/** The session: one for all pages, for as long as the tab is open. A page that is opened again finds what it left. */

import type { DeviceReport } from '../encoder/types';
import { sealOfPage } from './seal-of-page';
import { SealState } from './seal.svelte';
import { WorkerState } from './worker-state.svelte';

/** A state that all pages share, or that outlives its page: sources, encoder, run. */
export type SessionState<T extends object> = new (session: Session) => T;

export class Session {
  /** Whether page and workers are closed to other origins, and what they asked for. */
  readonly seal = new SealState(sealOfPage());
  /** Started by whoever needs them first. */
  readonly workers = new WorkerState();
  /** What the last run used; null before the first one. */
  device = $state.raw<DeviceReport | null>(null);

  /** How far a long task is, for the window's title; null while there is none. */
  progress = $state.raw<string | null>(null);

  /** True while the workers start or a long task goes on: whatever can wait does. */
  get atWork(): boolean {
    return this.progress !== null || this.workers.phase === 'starting';
  }

  private readonly states: object[] = [];

  /** @param search of the page's address: `?device=wasm` and the like, which hold for the whole session */
  constructor(readonly search: string) {}

  /** The session's only instance of a state, made when it is first asked for. */
  state<T extends object>(Kind: SessionState<T>): T {
    const known = this.states.find((state) => state instanceof Kind);
    if (known instanceof Kind) return known;
    const made = outsideComponents(() => new Kind(this));
    this.states.push(made);
    return made;
  }
}

/** Makes an object whose derived values do not end with the component that happens to ask for it first. */
function outsideComponents<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(make()));
  return made[0] as T;
}
