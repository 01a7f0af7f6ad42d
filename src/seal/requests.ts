/** A realm's network requests, as the browser counts them, and those that the policy refused. */

import type { Asked } from './types';

/** Beyond this number only addresses elsewhere are listed. */
const MOST_OWN = 500;

/** Addresses that leave this machine; `data:` and `blob:` do not. */
const NETWORK = /^(https?|wss?):$/;

/** The origin of a network address; null for what never leaves the machine. */
function originAsked(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return NETWORK.test(protocol) ? origin : null;
}

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
  // Of a frame the browser names only the origin that it refused.
  const isOf = (refusal: string, address: string) => address === refusal || originAsked(address) === refusal;
  const refusedBefore = (name: string) =>
    asked.some(({ address, refused }) => refused && isOf(address, name));
  // The browser may also count a refused request as a failed one, before or after.
  scope.addEventListener('securitypolicyviolation', (event: Event) => {
    const { blockedURI, disposition } = event as SecurityPolicyViolationEvent;
    // A policy that only reports refuses nothing.
    if (disposition !== 'enforce') return;
    asked = asked.filter(({ address, refused }) => refused || !isOf(blockedURI, address));
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
