import { describe, expect, it } from 'vitest';

import {
  choiceInWords,
  exportInWords,
  pageInWords,
  rangesInWords,
  writtenInWords,
} from '../../../src/session/clean/clean-words';

describe('choiceInWords', () => {
  it('says what would go', () => {
    expect(choiceInWords({ chosen: 1234, of: 11900, sources: 3, emptied: 12 })).toBe(
      '1,234 of 11,900 pairs in 3 sources would go; 12 records would lose all their negatives.',
    );
    expect(choiceInWords({ chosen: 1, of: 6, sources: 1, emptied: 1 })).toBe(
      '1 of 6 pairs in 1 source would go; 1 record would lose all its negatives.',
    );
    expect(choiceInWords({ chosen: 0, of: 1, sources: 1, emptied: 0 })).toBe(
      '0 of 1 pair in 1 source would go; no record would lose all its negatives.',
    );
  });
});

describe('rangesInWords', () => {
  it('says the ends that restrict a gate', () => {
    const ranges = { rho: { from: 0, to: 0.3 }, eta: { from: 0.9, to: 1 }, psi: { from: 0.2, to: 0.5 } };
    expect(rangesInWords(ranges)).toBe('ρ ≤ 0.3, 0.9 ≤ η, 0.2 ≤ ψ ≤ 0.5');
    expect(rangesInWords({ eta: { from: 0, to: 1 } })).toBe('η of any value');
    expect(rangesInWords({})).toBe('');
  });
});

describe('pageInWords', () => {
  it('says which pairs are shown', () => {
    expect(pageInWords(0, 25, 1234)).toBe('1–25 of 1,234');
    expect(pageInWords(49, 25, 1234)).toBe('1,226–1,234 of 1,234');
    expect(pageInWords(0, 25, 3)).toBe('1–3 of 3');
  });
});

describe('writtenInWords', () => {
  it('names both files and counts what is not in the first', () => {
    const cleaned = {
      name: 'a.cleaned.jsonl',
      reasonsName: 'a.removed.csv',
      zipName: 'a.cleaned.zip',
      zip: new Blob([]),
      pairsRemoved: 1234,
      recordsRemoved: 1,
    };
    expect(writtenInWords(cleaned)).toBe(
      'a.cleaned.zip holds a.cleaned.jsonl without 1,234 pairs and 1 record, and a.removed.csv, which says why each pair went.',
    );
  });
});

describe('exportInWords', () => {
  it('says how much was read, how fast, and how long the rest will take', () => {
    expect(exportInWords({ bytesRead: 120e6, bytesTotal: 1e9, rate: 44e6, secondsLeft: 20 })).toBe(
      'Read: 120 MB of 1.0 GB, 44 MB per second, 20 s left',
    );
  });
});
