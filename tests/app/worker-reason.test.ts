import { afterEach, describe, expect, it, vi } from 'vitest';

import { whyNotLoaded } from '../../src/app/worker-reason';

const SCRIPT = 'http://localhost/base/assets/engine-12345678.js';

function answering(status: number, headers: Record<string, string>): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('x', { status, headers })));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("why a worker's script did not load", () => {
  it.each([
    [404, {}, 'the server answered 404 for /base/assets/engine-12345678.js.'],
    [200, {}, 'as text/plain'],
    [200, { 'Content-Type': 'text/html' }, 'as text/html. Let it send files that end in .js'],
    [
      200,
      { 'Content-Type': 'text/javascript; charset=utf-8' },
      'without the header Cross-Origin-Embedder-Policy',
    ],
    [
      200,
      { 'Content-Type': 'text/javascript', 'Cross-Origin-Embedder-Policy': 'unsafe-none' },
      'without the header Cross-Origin-Embedder-Policy',
    ],
  ])('%i with %j: %s', async (status, headers, words) => {
    answering(status, headers);
    expect(await whyNotLoaded(SCRIPT, true)).toContain(words);
  });

  it('is not known where the file looks as it should', async () => {
    answering(200, { 'Content-Type': 'application/javascript' });
    expect(await whyNotLoaded(SCRIPT, false)).toBeNull();
    answering(200, { 'Content-Type': 'text/javascript', 'Cross-Origin-Embedder-Policy': 'require-corp' });
    expect(await whyNotLoaded(SCRIPT, true)).toBeNull();
  });

  it('is that the server is gone', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await whyNotLoaded(SCRIPT, true)).toContain('could not be fetched');
  });
});
