import '../runes';

import { describe, expect, it } from 'vitest';

import type { RunProgress } from '../../../src/engine/types';
import { expectedSeconds, farInWords, leftInWords } from '../../../src/session/run/interrupted.svelte';
import type { RunNote } from '../../../src/session/run/run-notes';

const note = (stored = true) => ({ done: 3120, total: 9400, stored }) as RunNote;

describe('a run that did not end', () => {
  it('says how far it was', () => {
    expect(farInWords(note())).toBe('3,120 of 9,400 texts were encoded');
    expect(farInWords({ done: 0, total: 0 })).toBe('no text was encoded yet');
  });

  it('says what is there of it', () => {
    const far =
      'A run was under way when this page was closed or broke off: 3,120 of 9,400 texts were encoded.';
    expect(leftInWords(note(), true)).toBe(`${far} It can go on from there.`);
    expect(leftInWords(note(), false)).toBe(
      `${far} Its files were not kept in this browser, but the embeddings are: choose the same files and the same ` +
        'encoder again, and only the rest is encoded.',
    );
    expect(leftInWords(note(false), false)).toBe(
      `${far} Their embeddings were in memory only, so a run begins anew.`,
    );
  });

  it('says how long it would take in all, once that can be told', () => {
    const progress = (stage: RunProgress['stage'], rate: number | null) =>
      ({ stage, done: 10, total: 500, rate }) as RunProgress;
    expect(expectedSeconds(progress('encode', 5))).toBe(100);
    expect(expectedSeconds(progress('encode', null))).toBe(0);
    expect(expectedSeconds(progress('read', 5))).toBe(0);
    expect(expectedSeconds(null)).toBe(0);
  });
});
