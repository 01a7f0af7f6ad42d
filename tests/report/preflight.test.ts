import { describe, expect, it } from 'vitest';

import { preflightLines } from '../../src/cli/preflight-lines';
import type { CheckFound, FileCounts, FoundEvaluation, LoadedSource } from '../../src/candidates/outcomes';
import { FINDINGS } from '../../src/report/findings';
import {
  findingsOfFiles,
  failuresInWords,
  preflightInWords,
  preflightOf,
  type CheckedSource,
} from '../../src/report/preflight';
import { loadedSource, preflight } from '../support/results';

const found = (count: number, text: string | null): CheckFound => ({
  count,
  example: { place: 55, query: 'who?', text },
});

/** A source of 1,000 records and 10,000 negatives, unless told otherwise. */
const source = (
  name: string,
  changes: Parameters<typeof preflight>[0] = {},
  counts: Partial<FileCounts> = {},
): CheckedSource => ({
  name,
  setting: 'default',
  loaded: loadedSource(
    1,
    `${name}.jsonl`,
    { read: 1000, records: 1000, pairs: 10_000, ...counts },
    { byK: byK([10, 1000]), preflight: preflight(changes) },
  ),
});

/** Rows of K and the number of records that have it; the first of each row stands at line K. */
function byK(...rows: readonly (readonly [number, number])[]): LoadedSource['byK'] {
  return rows.map(([k, records]) => ({ k, copies: 0, records, first: { place: k, query: 'who?' } }));
}

/** A source of 97 records with so many negatives. */
const ofK = (name: string, rows: LoadedSource['byK'], setting = 'default'): CheckedSource => ({
  name,
  setting,
  loaded: loadedSource(1, `${name}.jsonl`, { read: 97, records: 97 }, { byK: rows }),
});

const checkOf = (sources: readonly CheckedSource[], id: string, negatives: number | null = null) =>
  preflightOf(sources, negatives).find((each) => each.id === id);

const leaky = source('leaky', { positives: found(121, 'Lady Gaga') });

describe('before a run', () => {
  it('every finding that needs no encoder is looked for, in the order of the table', () => {
    const checks = preflightOf([source('bm25'), source('dense', { scores: null })], null);
    expect(checks.map(({ id }) => id)).toEqual(
      FINDINGS.filter(({ needs }) => needs === 'file').map(({ id }) => id),
    );
    for (const { id, passed, count, message, note, example, sources } of checks) {
      expect(passed).toBe(id === 'evaluation' ? null : true);
      expect({ count, message, note, example }).toEqual({
        count: 0,
        message: null,
        note: null,
        example: null,
      });
      expect(sources).toEqual({ bm25: null, dense: null });
    }
    expect(failuresInWords(checks)).toBe('');
    expect(preflightLines(checks)).toEqual([preflightInWords(checks)]);
  });

  it('what is found has the count of each source, the first example, and what can leave', () => {
    const checks = preflightOf([source('bm25'), leaky, source('odd', { positives: found(1, 'x') })], null);
    const check = checks.find(({ id }) => id === 'copies');
    expect(check).toMatchObject({
      passed: false,
      count: 122,
      note: null,
      example: 'leaky, line 55, “who?”: “Lady Gaga”',
      negatives: null,
      sources: {
        bm25: null,
        leaky: { severity: 'stop', count: 121, of: 10_000 },
        odd: { severity: 'look', count: 1, of: 10_000 },
      },
    });
    // A cure that several sources share is said once.
    expect(check?.message?.match(/Drop these pairs\./g)).toHaveLength(1);
    const lines = preflightLines(checks).join('\n');
    for (const part of [check?.message, check?.example]) expect(lines).toContain(part);
  });

  it('notes are apart, and no headline names them', () => {
    const checks = preflightOf([source('tasb', {}, { duplicateNegativesRemoved: 1 })], null);
    const check = checks.find(({ id }) => id === 'duplicates');
    expect(check).toMatchObject({ passed: true, count: 1, message: null });
    expect(check?.note).toContain('1 duplicate negative of tasb');
    expect(failuresInWords(checks)).toBe('');
  });

  it('the headline names two findings with their sources, and counts the others', () => {
    const words = (...sources: CheckedSource[]) => failuresInWords(preflightOf(sources, null));
    expect(words(source('bm25'), leaky)).toBe('Found: positives of their own query (leaky).');
    const worst = source('s', { ids: found(100, 'q'), positives: found(100, 'p'), scores: found(100, null) });
    expect(words(leaky, worst)).toBe(
      'Found: positives of their own query (leaky and s); ids that contradict the texts (s); one more.',
    );
    const three = ['a', 'b', 'c'].map((name) => source(name, { positives: found(100, 'n') }));
    expect(words(...three)).toBe('Found: positives of their own query (three sources).');
  });
});

describe('numbers of negatives', () => {
  const even = byK([30, 97]);
  const uneven = byK([19, 50], [20, 4], [30, 43]);
  const dl1920 = [ofK('bm25', even), ofK('tasb', even), ofK('repllama', uneven), ofK('random', even)];

  it('are held against the K of the comparison, with the cure', () => {
    const check = checkOf(dl1920, 'short');
    expect(check).toMatchObject({
      passed: false,
      count: 54,
      example: 'repllama, line 19, “who?”: 19 of 30',
      negatives: 19,
      sources: { bm25: null, repllama: { severity: 'look', count: 54, of: 97 } },
    });
    expect(check?.message).toContain('Rank the first 19 of each');
    expect(checkOf(dl1920, 'short', 19)).toMatchObject({ passed: true, count: 0, negatives: null });
    expect(checkOf(dl1920, 'short', 25)).toMatchObject({ passed: false, negatives: 19 });
  });

  it('of a source alone are held against its own, and a copy that was lost is none too few', () => {
    expect(checkOf([ofK('s', byK([3, 10], [10, 87]))], 'short')).toMatchObject({
      passed: false,
      negatives: 3,
    });
    const lost = [{ k: 29, copies: 1, records: 1, first: null }, ...byK([30, 96])];
    expect(checkOf([ofK('a', even), ofK('tasb', lost)], 'short')).toMatchObject({ count: 0, note: null });
  });

  it('are compared within a setting', () => {
    const five = byK([5, 97]);
    expect(checkOf([ofK('a', even), ofK('b', five, 'other')], 'unlike-k')).toMatchObject({ passed: true });
    const check = checkOf([ofK('a', even), ofK('b', five)], 'unlike-k');
    expect(check).toMatchObject({ passed: false, negatives: 5 });
    expect(check?.message).toContain('a: 30 negatives a query, others 5; b: 5 negatives a query, others 30.');
  });
});

describe('boilerplate, batches and evaluation', () => {
  const text = { as: 'negative', text: 'As a language model', evaluation: null, exact: true } as const;
  const llm = source('llm', { boilerplate: { ...found(998, text.text), texts: [{ ...text, count: 998 }] } });

  it('name a text under far too many queries, with its count', () => {
    const check = checkOf([llm, source('bm25')], 'stock');
    expect(check).toMatchObject({
      passed: false,
      count: 998,
      texts: [{ source: 'llm', count: 998 }],
    });
    expect(preflightLines(check ? [check] : [])).toContain('    llm, negative, 998×: “As a language model”');
  });

  it('say how many records meet their own positive in a batch, never as more than a note', () => {
    const { loaded, ...x } = source('x');
    const meets = { ...x, loaded: { ...loaded, meetings: [{ others: 1, holders: 4, records: 1000 }] } };
    const check = checkOf([meets], 'batch');
    // 63/999 in 15 batches of 64, 39/999 in the last one of 40.
    expect(check).toMatchObject({ passed: true, count: 62 });
    expect(check?.note).toMatch(
      /6.2\s% of the records .* If the batch holds the mined negatives too .*, 22.\d\s% do\./,
    );
  });

  it('say what of an evaluation leaves: records, else negatives', () => {
    const none = { queries: 0, records: 0, positives: 0, negatives: 0 };
    const evaluation: FoundEvaluation = {
      source: 1,
      of: 500,
      ...none,
      near: none,
      nearDocuments: true,
      leaving: 0,
      texts: [],
    };
    const check = (changes: Partial<FoundEvaluation>) =>
      checkOf([{ ...source('a'), evaluation: { ...evaluation, ...changes } }], 'evaluation');
    expect(check({ queries: 12, records: 14, leaving: 15 })).toMatchObject({
      passed: false,
      count: 14,
    });
    expect(check({ negatives: 49 })).toMatchObject({ passed: true });
    expect(check({ near: { ...none, records: 3 } })).toMatchObject({ passed: true });
  });
});

it('tells what was found of each file, the worst first', () => {
  const found = findingsOfFiles([leaky, source('clean')], null);
  expect(found.get('leaky')?.[0]).toMatchObject({ id: 'copies', severity: 'stop' });
  expect(found.get('clean')).toEqual([]);
});
