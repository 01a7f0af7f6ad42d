/** Asks for what our policy must refuse, and compares the policy in force with ours. */

import { differingDirectives } from './policy';
import { remainingIn } from './ungoverned';

/** Needs no network: nothing but a policy makes this request fail. */
const PROBE = 'data:,negscope-seal-probe';

/** The browser's report comes in the next task; a busy realm may be late. WebKit reports nothing in workers. */
const WAIT_MS = 1000;

/** Policies of a host, those that only report among them. */
const POLICIES = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'];

/** The browser fetches what the host lists there, of any site, past the policy. */
const SPECULATION = 'Speculation-Rules';

/** Every way out of this realm that is found open, in sentences. @param policy ours */
export async function findOpenings(scope: typeof globalThis, policy: string): Promise<string[]> {
  const openings: string[] = [];
  const told = await refusingPolicies(scope);
  // The host may not answer.
  const { headers } = await fetch(scope.location.href, { method: 'HEAD' }).catch(() => new Response());
  const sent = POLICIES.flatMap((name) => headers.get(name)?.split(/,\s*/) ?? []);
  if (told === null || told.length + sent.length === 0) openings.push('no policy refused its request.');
  else {
    const { origin } = scope.location;
    const differing = [...told, ...sent].flatMap((theirs) => differingDirectives(theirs, policy, origin));
    // A browser without trusted types leaves their directives out of what it tells.
    const isKnown = (name: string) => 'trustedTypes' in scope || !name.includes('trusted-types');
    const names = [...new Set(differing)].filter(isKnown);
    if (names.length > 0) openings.push(`the policy is not the page's own in ${names.join(', ')}.`);
  }
  if (headers.has(SPECULATION)) {
    const fault = 'which lets it make your browser fetch other addresses';
    openings.push(`the server sends the header ${SPECULATION}, ${fault}.`);
  }
  const remaining = remainingIn(scope);
  if (remaining.length > 0) openings.push(`${remaining.join(', ')} could not be removed.`);
  return openings;
}

/** The policies that refused the probe, and those that only report, as the browser tells them; null where none refused it. */
async function refusingPolicies(scope: typeof globalThis): Promise<string[] | null> {
  const told: string[] = [];
  const ending = new AbortController();
  const reported = new Promise<void>((done) => {
    const heard = (event: Event) => {
      const { blockedURI, originalPolicy } = event as SecurityPolicyViolationEvent;
      if (!blockedURI.startsWith('data')) return;
      told.push(originalPolicy);
      // Where several policies refuse it, their events come together.
      setTimeout(done, 0);
    };
    scope.addEventListener('securitypolicyviolation', heard, { signal: ending.signal });
    setTimeout(done, WAIT_MS);
  });
  const answer = await fetch(PROBE).catch(() => null);
  if (answer === null) await reported;
  ending.abort();
  return answer === null ? told : null;
}
