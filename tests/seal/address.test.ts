import { describe, expect, it } from 'vitest';

import { PROBE_HOST, isElsewhere, originAsked } from '../../src/seal/address';

describe('the addresses that a realm asked for', () => {
  it('have an origin where they leave the machine; what never does, and the probe, have none', () => {
    const asked = [
      'http://localhost:5173/demo/index.json',
      'http://localhost:5174/demo/index.json',
      'https://localhost:5173/x',
      'https://example.org/beacon?text=1',
      'wss://localhost:5173/',
      'data:image/svg+xml,<svg/>',
      'blob:http://localhost:5173/1d',
      `http://${PROBE_HOST}/1`,
      'inline',
    ];
    expect(asked.map(originAsked)).toEqual([
      'http://localhost:5173',
      'http://localhost:5174',
      'https://localhost:5173',
      'https://example.org',
      'wss://localhost:5173',
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['#audit', false],
    ['./demo/', false],
    ['http://localhost:5173/x', false],
    ['blob:http://localhost:5173/1d', false],
    ['//example.org/x', true],
    ['http://localhost:5174/', true],
    ['https://localhost:5173/', true],
    ['mailto:somebody@example.org', true],
  ])('%s lies elsewhere: %s', (address, elsewhere) => {
    expect(isElsewhere(address, 'http://localhost:5173/some/base/')).toBe(elsewhere);
  });
});
