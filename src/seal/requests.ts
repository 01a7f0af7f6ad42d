/** A realm's network requests, as the browser counts them, and those that the policy refused. */

import { originAsked } from './address';
import type { Asked } from './types';
import { onRefusal } from './violations';

/** Beyond this number only addresses elsewhere are listed. */
const MOST_OWN = 500;

/**
 * Reports all requests, including earlier ones. Sockets are not in the browser's count, but refused ones are reported.
 *
 * @param onAsked gets the whole list after every change
 */
export function watchRequests(scope: typeof globalThis, onAsked: (asked: readonly Asked[]) => void): void {
  const { origin } = scope.location;
  let asked: readonly Asked[] = [];
  const add = (addresses: readonly string[], refused: boolean) => {
    const room = MOST_OWN - asked.length;
    const added = addresses
      .flatMap((address) => {
        const from = originAsked(address);
        return from === null ? [] : [{ address, elsewhere: from !== origin, refused }];
      })
      .filter(({ elsewhere }, i) => elsewhere || i < room);
    if (added.length === 0) return;
    asked = [...asked, ...added];
    onAsked(asked);
  };
  const refusedBefore = (name: string) => asked.some(({ address, refused }) => refused && address === name);
  // The browser may also count a refused request as a failed one, before or after.
  onRefusal(scope, ({ blockedURI }) => {
    asked = asked.filter(({ address, refused }) => refused || address !== blockedURI);
    add([blockedURI], true);
  });
  new PerformanceObserver((list) => {
    const names = list.getEntries().map(({ name }) => name);
    add(
      names.filter((name) => !refusedBefore(name)),
      false,
    );
  }).observe({ type: 'resource', buffered: true });
}
