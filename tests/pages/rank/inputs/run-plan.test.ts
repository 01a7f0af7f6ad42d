import { describe, expect, it } from 'vitest';

import { runPlan } from '../../../../src/pages/rank/inputs/run-plan';
import type { SourceEntry } from '../../../../src/session/files/file-entries.svelte';

const START = { sample: null, stop: 'all', queries: 'shared' } as const;

function plan(sources: number, changes: Partial<Parameters<typeof runPlan>[1]['values']> = {}) {
  const entries = Array.from({ length: sources }, () => ({}) as SourceEntry);
  return runPlan(entries, { values: { ...START, ...changes }, firstNegatives: null }, null);
}

describe('what a run would do', () => {
  it('says that all records are scored only where no other source can leave some out', () => {
    expect([plan(1), plan(2), plan(2, { queries: 'all' })]).toEqual(['All records.', '', 'All records.']);
    expect(plan(2, { sample: 100 })).toBe('A sample of at most 100 records.');
    expect(plan(2, { stop: 'certain' })).toBe('Until the order is certain.');
  });
});
