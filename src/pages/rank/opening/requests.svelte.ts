/**
 * What this page has asked of the network since it was loaded, as the browser counts it. Workers keep counts of their own
 * and are not among these: what holds them is the policy that the server sends.
 */

import { askedOf } from './asked';

export class Requests {
  private addresses = $state.raw<readonly string[]>([]);

  /** Everything asked for so far, in order. */
  readonly asked = $derived(askedOf(this.addresses, location.origin));

  /** How many of them went to another origin. */
  readonly elsewhere = $derived(this.asked.filter(({ elsewhere }) => elsewhere).length);

  /** Counts from now on, those before included; the answer ends that. */
  watch(): () => void {
    // WebKit gives the entries before within observe(): an effect that calls this must not read what it then writes.
    const names: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) names.push(name);
      this.addresses = [...names];
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }
}
