/** How many requests a realm sends elsewhere, as the browser counts them, and how many the policy refuses. */

import type { RealmState } from './types';

/** The origin of an address that leaves this machine; null for others, such as `data:` and `blob:`. */
function originAsked(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return /^(https?|wss?):$/.test(protocol) ? origin : null;
}

/** Counts earlier requests, too. Sockets are not in the browser's count, but refused ones are reported. */
export function countRequests(
  scope: typeof globalThis,
  onCounted: (counts: Pick<RealmState, 'sent' | 'refused'>) => void,
): void {
  const { origin } = scope.location;
  const refused: string[] = [];
  const listed: string[] = [];
  // The browser may also list a refused request as a failed one. Of a frame it names only the origin that it refused.
  const isRefused = (address: string) => refused.some((of) => of === address || of === originAsked(address));
  const add = (addresses: string[], address: string) => {
    if ([origin, null].includes(originAsked(address))) return;
    addresses.push(address);
    const sent = listed.filter((each) => !isRefused(each)).length;
    onCounted({ sent, refused: refused.length });
  };
  scope.addEventListener('securitypolicyviolation', (event: Event) => {
    const { blockedURI, disposition } = event as SecurityPolicyViolationEvent;
    // A policy that only reports refuses nothing.
    if (disposition === 'enforce') add(refused, blockedURI);
  });
  const observer = new PerformanceObserver((list) =>
    list.getEntries().forEach(({ name }) => add(listed, name)),
  );
  observer.observe({ type: 'resource', buffered: true });
}
