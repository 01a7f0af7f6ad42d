import './runes';

import { describe, expect, it } from 'vitest';

import type { RunRequest } from '../../src/engine/types';
import { factsOfRequest, factsOfResult } from '../../src/session/status-bar';
import { runResult, sourceResult } from '../support/results';

describe('the facts of the status bar', () => {
  it('of a result are its own, and the least and the most records where sources differ', () => {
    const result = runResult([
      sourceResult(1, 'a', { records: 97 }),
      sourceResult(2, 'b', { records: 1630 }),
    ]);
    expect(factsOfResult({ ...result, encoder: null })).toEqual({
      encoder: 'embeddings in the files',
      tau: result.settings.tau,
      records: '97 to 1,630 records',
    });
  });

  it('of a run that is asked for follow its sample', () => {
    const request = {
      encoder: { model: { kind: 'served', name: 'small' } },
      settings: { tau: 0.1, sample: 50 },
    } as unknown as RunRequest;
    expect(factsOfRequest(request, [97, 60]).records).toBe('50 records');
    expect(factsOfRequest(request, [97, 1]).records).toBe('1 to 50 records');
    expect(factsOfRequest(request, [97])).toMatchObject({ encoder: 'small', tau: 0.1 });
  });
});
