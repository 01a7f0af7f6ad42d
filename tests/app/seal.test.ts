import { describe, expect, it } from 'vitest';

import { phaseOf } from '../../src/app/seal.svelte';
import type { Opening, RealmState } from '../../src/seal/types';

function realm(path: string, openings: readonly Opening[] | null): RealmState {
  return { path, script: 'http://localhost/x.js', isolated: true, openings, asked: [] };
}

describe('the page is', () => {
  it.each([
    ['sealed', 'every realm has answered and nothing was found open', [realm('', []), realm('1', [])]],
    ['checking', 'a worker has not answered yet', [realm('', []), realm('1', null)]],
    ['open', 'one worker is open', [realm('', []), realm('1', [{ kind: 'request' }]), realm('2', null)]],
    ['open', 'the script that seals it did not run', []],
  ] as const)('%s where %s', (phase, _why, realms) => {
    expect(phaseOf(realms)).toBe(phase);
  });
});
