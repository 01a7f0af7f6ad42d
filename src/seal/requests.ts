/** A realm's network requests elsewhere, as the browser counts them, and those that the policy refused. */

import type { Asked } from './types';

/** Addresses that leave this machine; `data:` and `blob:` do not. */
const NETWORK = /^(https?|wss?):$/;

/** The origin of a network address; null for what never leaves the machine. */
function originAsked(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return NETWORK.test(protocol) ? origin : null;
}

/**
 * Reports all requests to other origins, including earlier ones. Sockets are not in the browser's count, but refused ones are
 * reported.
 *
 * @param onAsked gets the whole list after every change
 */
export function watchRequests(scope: typeof globalThis, onAsked: (asked: readonly Asked[]) => void): void {
  const { origin } = scope.location;
  let asked: readonly Asked[] = [];
  const isElsewhere = (address: string) => ![origin, null].includes(originAsked(address));
  // Of a frame the browser names only the origin that it refused.
  const isOf = (refusal: string, address: string) => address === refusal || originAsked(address) === refusal;
  const set = (left: readonly Asked[], addresses: readonly string[], refused: boolean) => {
    const added = addresses.filter(isElsewhere).map((address) => ({ address, refused }));
    if (added.length === 0) return;
    asked = [...left, ...added];
    onAsked(asked);
  };
  // The browser may also count a refused request as a failed one, before or after.
  scope.addEventListener('securitypolicyviolation', (event: Event) => {
    const { blockedURI, disposition } = event as SecurityPolicyViolationEvent;
    // A policy that only reports refuses nothing.
    if (disposition !== 'enforce') return;
    const others = asked.filter(({ address, refused }) => refused || !isOf(blockedURI, address));
    set(others, [blockedURI], true);
  });
  new PerformanceObserver((list) => {
    const refused = asked.filter((each) => each.refused);
    const names = list.getEntries().map(({ name }) => name);
    const sent = names.filter((name) => !refused.some(({ address }) => isOf(address, name)));
    set(asked, sent, false);
  }).observe({ type: 'resource', buffered: true });
}
