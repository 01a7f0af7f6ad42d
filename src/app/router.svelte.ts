/** Follows the address: links, Back and Forward, and the scroll position of each history entry. */

import { tick } from 'svelte';

import { hashOf, routeOf, type Route } from './routes';

/** How a change of parameters enters the history. */
export type HistoryStep = 'replace' | 'push';

/** Delay before replaced parameters are written, in milliseconds: browsers limit changes per second. */
const WRITE_REST_MS = 200;

export class Router {
  route = $state.raw<Route>(routeOf('', ''));

  /** Number of the current history entry. */
  private entry: number;
  /** Scroll positions by number of the entry. */
  private readonly heights: Record<number, number> = {};
  /** Starts above the numbers of an earlier load of the page. */
  private lastEntry = Date.now();
  private writing: ReturnType<typeof setTimeout> | undefined;

  /** @param first id of the page that an empty hash stands for */
  constructor(private readonly first: string) {
    // A page has no height to scroll to before it is loaded.
    history.scrollRestoration = 'manual';
    this.entry = this.numberEntry();
    this.route = routeOf(location.hash, first);
  }

  /** @returns ends it */
  follow(): () => void {
    const moved = () => {
      clearTimeout(this.writing);
      this.writing = undefined;
      this.heights[this.entry] = scrollY;
      this.entry = this.numberEntry();
      const before = this.route;
      this.route = routeOf(location.hash, this.first);
      // Another page restores its view once it is loaded.
      if (this.route.id === before.id) void tick().then(() => this.restoreView());
    };
    // A link that is followed leaves this entry of the history: what is still to be written into it is written before.
    const leaving = () => this.writeNow();
    addEventListener('click', leaving, true);
    addEventListener('popstate', moved);
    return () => {
      removeEventListener('click', leaving, true);
      removeEventListener('popstate', moved);
    };
  }

  /** Gives the current page other parameters and writes them into the address. */
  setParameters(parameters: URLSearchParams, step: HistoryStep): void {
    const route = { ...this.route, parameters };
    if (step === 'push') {
      this.writeNow();
      this.heights[this.entry] = scrollY;
      this.entry = ++this.lastEntry;
      history.pushState({ entry: this.entry }, '', hashOf(route));
    } else {
      clearTimeout(this.writing);
      this.writing = setTimeout(() => this.writeNow(), WRITE_REST_MS);
    }
    this.route = route;
  }

  /** Restores the scroll position of this history entry; a new one starts at the top. */
  restoreView(): void {
    scrollTo(0, this.heights[this.entry] ?? 0);
  }

  /** Writes the route into the address, where that is still to be done. */
  private writeNow(): void {
    if (this.writing === undefined) return;
    clearTimeout(this.writing);
    this.writing = undefined;
    history.replaceState({ entry: this.entry }, '', hashOf(this.route));
  }

  /** The number of the current history entry; gives it one if needed. */
  private numberEntry(): number {
    const state = history.state as { readonly entry?: unknown } | null;
    if (typeof state?.entry === 'number') return state.entry;
    const entry = ++this.lastEntry;
    history.replaceState({ entry }, '');
    return entry;
  }
}
