import '../session/runes';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Router } from '../../src/app/router.svelte';

/** The entries of a history, the current one last, and what listens to the window. */
let entries: string[];
let listeners: Map<string, () => void>;

beforeEach(() => {
  entries = ['#rank'];
  listeners = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('location', { hash: '#rank' });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, hash = '') => hash !== '' && entries.splice(-1, 1, hash),
    pushState: (_: unknown, __: string, hash: string) => entries.push(hash),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('writes what moved last into the entry that a link leaves, and nothing into the one that Back leads to', () => {
  const router = new Router('rank');
  router.setParameters(new URLSearchParams({ tau: '0.1' }), 'replace');
  router.setParameters(new URLSearchParams({ tau: '0.2' }), 'replace');
  expect(entries).toEqual(['#rank']);
  listeners.get('click')?.();
  expect(entries).toEqual(['#rank?tau=0.2']);
  router.setParameters(new URLSearchParams({ tau: '0.3' }), 'replace');
  entries.push('#audit');
  listeners.get('popstate')?.();
  vi.runAllTimers();
  expect(entries).toEqual(['#rank?tau=0.2', '#audit']);
});
