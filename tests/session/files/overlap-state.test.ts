import '../runes';

import { describe, expect, it } from 'vitest';

import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { OverlapState } from '../../../src/session/files/overlap-state.svelte';
import { loadedSource } from '../../support/results';

/** Sources of ten records with so many negatives each. */
const entries = (...counts: readonly number[]) =>
  counts.map((k, i) => {
    const file = new FileEntry(i, singleFile(new File([], `${i}.jsonl`)));
    const byK = [{ k, copies: 0, records: 10, first: null }];
    return new SourceEntry(10 + i, file, i, loadedSource(i, `${i}.jsonl`, {}, { byK }));
  });

/** Workers are not asked for numbers of negatives. */
const NOBODY: WorkerAccess<WorkerPair> = { phase: 'idle', ready: () => Promise.reject(new Error('asked')) };

const overlapOf = (all: SourceEntry[], firstNegatives: number | null) =>
  new OverlapState(NOBODY, { queries: 'shared', firstNegatives }, () => all);

/** What is said of each source. */
function said(negatives: number | null, ...counts: readonly number[]) {
  const all = entries(...counts);
  const state = overlapOf(all, negatives);
  return all.map((entry) => state.unlikeK(entry, all));
}

describe('the numbers of negatives', () => {
  it('are said of the sources that differ from the others, with the cure', () => {
    const five = {
      words: '5 negatives a query, the others 10: too unlike to rank together',
      negatives: 5,
    };
    expect(said(null, 10, 10, 5, 10, 10, 5, 10)).toEqual([null, null, five, null, null, five, null]);
  });

  it('are said of all where no group is larger', () => {
    expect(said(null, 10, 5).map((each) => each?.words)).toEqual([
      '10 negatives a query, the others 5: too unlike to rank together',
      '5 negatives a query, the others 10: too unlike to rank together',
    ]);
  });

  it('are alike once the first of each record are ranked', () => {
    expect(said(5, 10, 10, 5)).toEqual([null, null, null]);
    expect(said(null, 10, 8, 6)).toEqual([null, null, null]);
  });

  it('are those of one setting', () => {
    const all = entries(10, 5);
    const state = overlapOf(all, null);
    for (const [i, entry] of all.entries()) entry.setting = `s${i}`;
    expect(all.map((entry) => state.unlikeK(entry, all))).toEqual([null, null]);
  });
});
