/** Follows the address: links, Back and Forward, and the scroll position of each history entry. */

import { tick } from 'svelte';

import { hashOf, routeOf, type Route } from './routes';

/** How a change of parameters enters the history. */
export type HistoryStep = 'replace' | 'push';

/** Delay before replaced parameters are written, in milliseconds: browsers limit changes per second. */
const WRITE_REST_MS = 200;

export class Router {
  route = $state.raw<Route>(routeOf('', ''));

  /** Scroll positions by number of the entry. */
  private readonly heights: Record<number, number> = {};
  private entry = 0;
  private writing: ReturnType<typeof setTimeout> | undefined;

  /** @param first id of the page that an empty hash stands for */
  constructor(private readonly first: string) {
    // A page has no height to scroll to before it is loaded.
    history.scrollRestoration = 'manual';
    this.enter();
    this.route = routeOf(location.hash, first);
    // A link that is followed leaves this entry of the history: what is still to be written into it is written before.
    addEventListener('click', () => this.writeNow(), true);
    addEventListener('popstate', () => this.moved());
  }

  /** Gives the current page other parameters and writes them into the address. */
  setParameters(parameters: URLSearchParams, step: HistoryStep): void {
    const route = { ...this.route, parameters };
    if (step === 'push') {
      this.writeNow();
      history.pushState(null, '', hashOf(route));
      this.enter();
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

  private moved(): void {
    clearTimeout(this.writing);
    this.writing = undefined;
    this.enter();
    const before = this.route;
    this.route = routeOf(location.hash, this.first);
    // Another page restores its view once it is loaded.
    if (this.route.id === before.id) void tick().then(() => this.restoreView());
  }

  /** Keeps the view of the entry that is left. The state of an entry is its number; a new one has none yet. */
  private enter(): void {
    this.heights[this.entry] = scrollY;
    this.entry = (history.state as number | null) ?? Date.now();
    history.replaceState(this.entry, '');
  }

  /** Writes the route into the address, where that is still to be done. */
  private writeNow(): void {
    if (this.writing === undefined) return;
    clearTimeout(this.writing);
    this.writing = undefined;
    history.replaceState(this.entry, '', hashOf(this.route));
  }
}
