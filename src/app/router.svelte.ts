/** Follows the address: links, Back and Forward, and the scroll position of each history entry. */

import { tick } from 'svelte';

import { hashOf, routeOf, type Route } from './routes';

/** How a change of parameters enters the history. */
export type HistoryStep = 'replace' | 'push';

/** Rest before parameters that replace others are written, in milliseconds: browsers refuse many changes a second. */
const WRITE_REST_MS = 200;

export class Router {
  route = $state.raw<Route>(routeOf('', ''));

  /** Number of the history's entry that is shown. */
  private entry: number;
  /** Where the view stood, by the number of the entry. */
  private readonly heights: Record<number, number> = {};
  /** Entries of an earlier load of the page keep their numbers: counting starts beyond them. */
  private lastEntry = Date.now();
  private writing: ReturnType<typeof setTimeout> | undefined;

  /** @param first id of the page that an empty hash stands for */
  constructor(private readonly first: string) {
    // A page that is still being loaded has no height to scroll to: the view is set once the page is there.
    history.scrollRestoration = 'manual';
    this.entry = this.numberEntry();
    this.route = routeOf(location.hash, first);
  }

  /** Follows the address from now on; the answer ends that. */
  follow(): () => void {
    const moved = () => {
      clearTimeout(this.writing);
      this.heights[this.entry] = scrollY;
      this.entry = this.numberEntry();
      const before = this.route;
      this.route = routeOf(location.hash, this.first);
      // Another page sets the view once it is loaded.
      if (this.route.id === before.id) void tick().then(() => this.restoreView());
    };
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }

  /** Gives the page shown other parameters, and writes them into the address. */
  setParameters(parameters: URLSearchParams, step: HistoryStep): void {
    const route = { ...this.route, parameters };
    clearTimeout(this.writing);
    if (step === 'push') {
      this.write();
      this.heights[this.entry] = scrollY;
      this.entry = ++this.lastEntry;
      history.pushState({ entry: this.entry }, '', hashOf(route));
    } else {
      this.writing = setTimeout(() => this.write(), WRITE_REST_MS);
    }
    this.route = route;
  }

  /** Puts the view where it stood on this entry of the history; to the top on a new one. */
  restoreView(): void {
    scrollTo(0, this.heights[this.entry] ?? 0);
  }

  /** Brings the address up to the route. */
  private write(): void {
    history.replaceState({ entry: this.entry }, '', hashOf(this.route));
  }

  /** The number of the current entry of the history, which gets one if it has none. */
  private numberEntry(): number {
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number') {
      return state.entry;
    }
    const entry = ++this.lastEntry;
    history.replaceState({ entry }, '');
    return entry;
  }
}
