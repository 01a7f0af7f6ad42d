import { afterEach, describe, expect, it, vi } from 'vitest';

import { realmAnswer } from '../../src/app/seal-words';
import { findOpenings } from '../../src/seal/probe';

const OURS = "default-src 'none'; connect-src 'self'; trusted-types default";

const STATE = { path: '', script: 'http://localhost/', sent: 0, refused: 0 };

interface Told {
  /** Whether the browser refuses the probe. */
  readonly refused: boolean;
  /** Policies that the browser tells of. */
  readonly events?: readonly string[];
  /** Headers of the realm's own file; null where it does not come. */
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly browser?: object;
}

async function openings({ refused, events = [], headers = null, browser = { trustedTypes: {} } }: Told) {
  const scope = Object.assign(new EventTarget(), {
    location: { href: 'http://localhost/', origin: 'http://localhost' },
    ...browser,
  });
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.startsWith('data:')) {
      return headers === null
        ? Promise.reject(new TypeError())
        : Promise.resolve(new Response(null, { headers }));
    }
    if (!refused) return Promise.resolve(new Response('x'));
    for (const originalPolicy of events) {
      scope.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), { blockedURI: 'data', originalPolicy }),
      );
    }
    return Promise.reject(new TypeError());
  });
  // The probe waits for a word of the browser, which may not come.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const found = findOpenings(scope as unknown as typeof globalThis, OURS);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  return found;
}

const named = (...names: string[]) => [`the policy is not the page's own in ${names.join(', ')}.`];
const served = { 'Content-Security-Policy': OURS };

afterEach(() => vi.unstubAllGlobals());

describe('a realm is closed', () => {
  it('under exactly our policy, by the word of the browser and of the host', async () => {
    expect(await openings({ refused: true, events: [OURS], headers: served })).toEqual([]);
    const twice = { 'Content-Security-Policy': `${OURS}, ${OURS}` };
    expect(await openings({ refused: true, events: [OURS, OURS], headers: twice })).toEqual([]);
  });

  it('where only one of them tells: workers of WebKit, a host that is gone', async () => {
    expect(await openings({ refused: true, headers: served })).toEqual([]);
    expect(await openings({ refused: true, events: [OURS] })).toEqual([]);
  });

  it('in a browser that knows no trusted types and leaves them out', async () => {
    const events = [OURS.replace('; trusted-types default', '')];
    expect(await openings({ refused: true, events, headers: served, browser: {} })).toEqual([]);
    expect(await openings({ refused: true, events, headers: served })).toEqual(named('trusted-types'));
  });
});

describe('a realm is open', () => {
  it('where the probe is not refused, whatever headers say', async () => {
    expect(await openings({ refused: false, headers: served })).toEqual(['no policy refused its request.']);
  });

  it('where the probe fails and nobody tells of a policy', async () => {
    expect(await openings({ refused: true })).toEqual(['no policy refused its request.']);
    expect(await openings({ refused: true, headers: {} })).toEqual(['no policy refused its request.']);
  });

  it('where the host has addresses fetched by a header', async () => {
    const headers = { ...served, 'Speculation-Rules': '"/rules.json"' };
    const found = await openings({ refused: true, events: [OURS], headers });
    expect(realmAnswer({ ...STATE, openings: found })).toBe(
      'Open: the server sends the header Speculation-Rules, which lets it make your browser fetch other addresses.',
    );
  });

  it('under another policy, or one beside ours, that only reports or that does not refuse the probe', async () => {
    const wide = OURS.replace("'self'", '*');
    expect(await openings({ refused: true, events: [wide] })).toEqual(named('connect-src'));
    const reporting = `${OURS}; report-uri /r`;
    expect(await openings({ refused: true, events: [OURS, reporting] })).toEqual(named('report-uri'));
    const beside = { ...served, 'Content-Security-Policy-Report-Only': reporting };
    expect(await openings({ refused: true, events: [OURS], headers: beside })).toEqual(named('report-uri'));
    const second = { 'Content-Security-Policy': `${OURS}, img-src 'self'; report-to group` };
    const [differing] = await openings({ refused: true, events: [OURS], headers: second });
    expect(differing).toMatch(/img-src.*report-to/);
  });

  it('where WebRTC could not be removed', async () => {
    const browser = { trustedTypes: {}, RTCPeerConnection: String };
    expect(await openings({ refused: true, events: [OURS], browser })).toEqual([
      'RTCPeerConnection could not be removed.',
    ]);
  });
});
