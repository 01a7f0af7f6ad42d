import { describe, expect, it } from 'vitest';

import { baseDifferences, figuresOf, idleEntries } from '../../scripts/lib/base-figures.mjs';

const BASE = figuresOf({
  sources: { bm25: { eci: 0.5, ambiguity: null }, dense: { eci: 0.25, ambiguity: 0.75 } },
  audit: { flags: { bm25: [] } },
});
const report = (changes: object) =>
  figuresOf({
    sources: { bm25: { eci: 0.5 }, dense: { eci: 0.25, ambiguity: 0.75, more: 1 } },
    audit: { flags: { bm25: [] } },
    ...changes,
  });

describe('the figures of the base', () => {
  it('are the same where the report says more, or leaves out what was null', () => {
    expect(baseDifferences(BASE, report({}), [])).toEqual({ same: 5, retired: 0, differences: [] });
  });

  it('differ where a number, a missing figure or the length of a list differs', () => {
    const sources = { bm25: { eci: 0.4 }, dense: { eci: 0.25 } };
    const flags = { bm25: ['rho'] };
    expect(baseDifferences(BASE, report({ sources, audit: { flags } }), []).differences).toEqual([
      { path: 'sources.bm25.eci', gap: expect.closeTo(0.2, 12) },
      { path: 'sources.dense.ambiguity', gap: Infinity },
      { path: 'audit.flags.bm25.length', gap: 1 },
    ]);
  });

  it('are not asked for where the list says that they are gone', () => {
    const gone = report({ sources: { bm25: { eci: 0.5 }, dense: { eci: 0.25 } } });
    const list = [{ path: 'sources.*.ambiguity', why: 'nobody read it' }];
    expect(baseDifferences(BASE, gone, list)).toEqual({ same: 3, retired: 2, differences: [] });
    expect(idleEntries([BASE], list)).toEqual([]);
    expect(idleEntries([BASE], [{ path: 'sources.ambiguity', why: 'of no base' }])).toEqual([
      'sources.ambiguity',
    ]);
  });

  it('are compared at the path where the list says that they stand now', () => {
    const moved = figuresOf({ results: { bm25: { score: 0.5 }, dense: { score: 0.3, ambiguity: 0.75 } } });
    const list = [
      { path: 'sources.*.eci', now: 'results.*.score', why: 'its name' },
      { path: 'sources.**', now: 'results.**', why: 'its name' },
      { path: 'audit.**', why: 'gone' },
    ];
    const { same, retired, differences } = baseDifferences(BASE, moved, list);
    expect([same, retired]).toEqual([3, 1]);
    expect(differences).toEqual([
      { path: 'sources.dense.eci (now results.dense.score)', gap: expect.closeTo(0.05 / 0.3, 12) },
    ]);
  });
});
