/** Requests an address that the policy must refuse, and trusts only the browser's own report that it did. */

import { PROBE_HOST } from './address';
import { widerDirectives } from './policy';
import type { Opening } from './types';
import { remainingIn } from './ungoverned';
import { onRefusal } from './violations';

/** The report comes in the next task; a busy realm may be late. */
const WAIT_MS = 2000;

/**
 * Every way out of this realm that is found open; empty where all are found closed. A request that fails proves nothing,
 * nor does a policy that only reports: what counts is a `securitypolicyviolation` event of the disposition `enforce` for
 * the very address, and that the policy it names is nowhere wider than ours.
 *
 * @param scope the realm's global object
 * @param policy ours
 */
export async function findOpenings(scope: typeof globalThis, policy: string): Promise<Opening[]> {
  const inForce = await policiesThatRefuse(scope);
  const openings: Opening[] = [];
  const wider = inForce.map((theirs) => widerDirectives(theirs, policy, scope.location.origin));
  const narrowest = wider.sort((a, b) => a.length - b.length)[0];
  if (narrowest === undefined) openings.push({ kind: 'request' });
  else if (narrowest.length > 0) openings.push({ kind: 'directives', names: narrowest });
  const remaining = remainingIn(scope);
  if (remaining.length > 0) openings.push({ kind: 'interfaces', names: remaining });
  return openings;
}

/** The texts of the policies that refused the probe; empty where none did. */
async function policiesThatRefuse(scope: typeof globalThis): Promise<string[]> {
  const address = new URL(`//${PROBE_HOST}/`, scope.location.href).href;
  const refusing: string[] = [];
  const ending = new AbortController();
  await new Promise<void>((done) => {
    const heard = ({ blockedURI, originalPolicy }: SecurityPolicyViolationEvent) => {
      if (blockedURI !== address) return;
      refusing.push(originalPolicy);
      // Where several policies refuse it, their events come together.
      setTimeout(done, 0);
    };
    onRefusal(scope, heard, ending.signal);
    setTimeout(done, WAIT_MS);
    const request = {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: ending.signal,
    } as const;
    fetch(address, request).catch(() => undefined);
  });
  ending.abort();
  return refusing;
}
