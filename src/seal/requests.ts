/** What a realm asks of the network, as the browser counts it, and what the policy refused. */

import { originAsked } from './address';
import type { Asked } from './types';
import { onRefusal } from './violations';

/** Beyond so many addresses only those elsewhere are written down. */
const MOST_OWN = 500;

/**
 * Tells of everything asked for, what came before included. Sockets are not in the browser's count; where the policy
 * refuses them they are told as refused.
 *
 * @param onAsked gets all of it anew after every change
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
  // A request that the policy refused may be in the browser's count as one that failed, told before or after.
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
