import { describe, expect, it } from 'vitest';

import { askedOf } from '../../../../src/pages/rank/opening/asked';

describe('the addresses that a page asked for', () => {
  it('lie elsewhere where scheme, host or port differ; what never leaves the machine does not count', () => {
    const asked = askedOf(
      [
        'http://localhost:5173/demo/index.json',
        'http://localhost:5174/demo/index.json',
        'https://localhost:5173/x',
        'https://example.org/beacon?text=1',
        'wss://localhost:5173/',
        'data:image/svg+xml,<svg/>',
        'blob:http://localhost:5173/1d',
        'no address',
      ],
      'http://localhost:5173',
    );
    expect(asked.map(({ elsewhere }) => elsewhere)).toEqual([false, true, true, true, true]);
  });
});
