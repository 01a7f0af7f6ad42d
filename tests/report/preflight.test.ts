import { describe, expect, it } from 'vitest';

import { preflightLines } from '../../scripts/lib/preflight-lines.mjs';
import {
  CHECK_IDS,
  type CheckFound,
  type FileCounts,
  type FoundEvaluation,
  type LoadedSource,
} from '../../src/candidates/outcomes';
import { failuresInWords, preflightInWords, preflightOf } from '../../src/report/preflight';
import { loadedSource, preflight, waitingFile } from '../support/results';

const found = (count: number, text: string | null, query: string | null = 'who?'): CheckFound => ({
  count,
  example: { place: 55, query, text },
});

/** A source of 1,000 records and 10,000 negatives, unless told otherwise. */
const source = (
  name: string,
  changes: Parameters<typeof preflight>[0] = {},
  counts: Partial<FileCounts> = {},
) => ({
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
const ofK = (name: string, rows: LoadedSource['byK'], setting = 'default') => ({
  name,
  setting,
  loaded: loadedSource(1, `${name}.jsonl`, { read: 97, records: 97 }, { byK: rows }),
});

const all = (sources: Parameters<typeof preflightOf>[0]) => preflightOf(sources, [], null);

const checkOf = (sources: Parameters<typeof preflightOf>[0], id: string, negatives: number | null = null) =>
  preflightOf(sources, [], negatives).find((each) => each.id === id);

describe('the checks before a run', () => {
  it('pass where nothing is wrong, and one that has nothing to look at does not apply', () => {
    const checks = all([source('bm25'), source('dense', { scores: null })]);
    expect(checks.map(({ id }) => id)).toEqual(CHECK_IDS);
    expect(checks.map(({ passed }) => passed)).toEqual([
      true,
      true,
      true,
      true,
      true,
      null,
      true,
      true,
      null,
    ]);
    expect(
      checks.every(
        ({ count, message, note, example }) =>
          count === 0 && message === null && note === null && example === null,
      ),
    ).toBe(true);
    expect(checks[3]?.sources).toEqual({ bm25: { count: 0, of: 1000, severity: null }, dense: null });
    expect(preflightInWords(checks)).toBe('Preflight: 7 checks pass, 2 do not apply.');
    expect(preflightLines(checks)).toEqual([preflightInWords(checks)]);
  });

  it('fail with the count of each source and the first example', () => {
    const checks = all([
      source('bm25'),
      source('leaky', { positives: found(121, 'Lady Gaga') }),
      source('odd', { positives: found(60, 'x') }),
    ]);
    expect(checks[1]).toEqual({
      id: 'positives',
      passed: false,
      count: 181,
      message: expect.stringMatching(
        /^181 negatives are positives of their own query \(leaky 121, odd 60\)\. Take them out/,
      ) as string,
      note: null,
      example: 'leaky, line 55, “who?”: “Lady Gaga”',
      negatives: null,
      leaves: '181 negatives',
      texts: [],
      sources: {
        bm25: { count: 0, of: 10_000, severity: null },
        leaky: { count: 121, of: 10_000, severity: 'failure' },
        odd: { count: 60, of: 10_000, severity: 'failure' },
      },
    });
    expect(preflightInWords(checks)).toBe('Preflight: 1 of 7 checks fails, 2 do not apply.');
    expect(preflightLines(checks)).toEqual([
      preflightInWords(checks),
      `  ✗ ${checks[1]?.message ?? ''}`,
      '    leaky, line 55, “who?”: “Lady Gaga”',
    ]);
  });

  it('note what is too rare to change a figure: it passes, and no headline names it', () => {
    const tasb = source('tasb', { repeats: found(1, 'n') }, { pairs: 2909, duplicateNegativesRemoved: 1 });
    const checks = all([source('bm25'), tasb]);
    expect(checks[2]).toMatchObject({
      passed: true,
      count: 1,
      message: null,
      note: 'Negatives twice in a record: tasb 1 of 2,910: left out.',
      sources: { tasb: { count: 1, of: 2910, severity: 'note' } },
    });
    expect(failuresInWords(checks)).toBe('');
    expect(preflightInWords(checks)).toBe('Preflight: 7 checks pass (1 with a note), 2 do not apply.');
    expect(preflightLines(checks)).toEqual([
      preflightInWords(checks),
      '  · Negatives twice in a record: tasb 1 of 2,910: left out.',
    ]);
  });

  it('fail from half a per cent on, and say beside it of whom it is a note', () => {
    const half = all([source('a', { repeats: found(50, 'n') }), source('b', { repeats: found(49, 'm') })]);
    expect(half[2]).toMatchObject({
      passed: false,
      count: 99,
      note: expect.stringContaining('b 49 of 10,000'),
    });
    expect(half[2]?.message).toContain('50 negatives stand twice in a record (a 50).');
    expect(preflightInWords(half)).toBe('Preflight: 1 of 7 checks fails (1 with a note), 2 do not apply.');
    expect(failuresInWords(half)).toBe('One of seven checks fails: a has negatives twice in a record.');
  });

  it('are said in the headline where they fail, with the sources', () => {
    const leaky = source('leaky', { positives: found(121, 'Lady Gaga') });
    const words = (...sources: ReturnType<typeof source>[]) => failuresInWords(all(sources));
    expect(words(source('bm25'))).toBe('');
    expect(words(source('bm25'), leaky)).toBe(
      'One of seven checks fails: leaky holds 121 of its own positives.',
    );
    const odd = source('odd', { scores: found(400, null), positives: found(50, 'x') });
    expect(words(leaky, odd)).toBe(
      'Two of seven checks fail: leaky and odd hold 171 of their own positives; odd lacks scores.',
    );
    expect(failuresInWords(preflightOf([], [waitingFile('run.trec')], null))).toBe(
      'One check fails: 1 file lacks its companion.',
    );
  });

  it('fail for files that wait for a companion, and pass where the companions are there', () => {
    const there = source('bm25', { companions: { count: 0, example: null } });
    expect(all([there])[5]).toMatchObject({ id: 'companions', passed: true, count: 0 });
    const waiting = waitingFile('run.trec');
    expect(preflightOf([there], [waiting], null)[5]).toMatchObject({
      passed: false,
      count: 1,
      example: 'run.trec needs corpus',
      sources: { bm25: { count: 0, of: 1, severity: null } },
    });
    expect(preflightOf([], [waiting], null).map(({ passed }) => passed)).toEqual([
      ...Array<null>(5).fill(null),
      false,
      ...Array<null>(3).fill(null),
    ]);
  });
});

describe('the check of enough negatives', () => {
  const even = byK([30, 97]);
  const uneven = byK([19, 50], [20, 4], [30, 43]);
  const dl1920 = [ofK('bm25', even), ofK('tasb', even), ofK('repllama', uneven), ofK('random', even)];

  it('takes K over the comparison, and gives the cure', () => {
    const checks = all(dl1920);
    expect(checks[4]).toEqual({
      id: 'negatives',
      passed: false,
      count: 54,
      message:
        'repllama has 19 to 30 negatives a query, the others 30. Rank the first 19 of each, or mine more.',
      note: null,
      example: 'repllama, line 19, “who?”: 19 of 30',
      negatives: 19,
      leaves: null,
      texts: [],
      sources: {
        bm25: { count: 0, of: 97, severity: null },
        tasb: { count: 0, of: 97, severity: null },
        repllama: { count: 54, of: 97, severity: 'failure' },
        random: { count: 0, of: 97, severity: null },
      },
    });
    expect(failuresInWords(checks)).toBe(
      'One of seven checks fails: repllama has fewer negatives than the others.',
    );
    expect(preflightLines(checks)[1]).toMatch(/or mine more\. \(rank --negatives 19\)$/);
  });

  it('passes once the first of each record are ranked', () => {
    expect(checkOf(dl1920, 'negatives', 19)).toMatchObject({ passed: true, count: 0, negatives: null });
    expect(checkOf(dl1920, 'negatives', 25)).toMatchObject({ passed: false, negatives: 19 });
  });

  it('holds a source alone against itself', () => {
    expect(checkOf([ofK('repllama', uneven)], 'negatives')).toMatchObject({ passed: true, count: 0 });
    const check = checkOf([ofK('s', byK([3, 10], [10, 87]))], 'negatives');
    expect(check?.message).toBe(
      's has 3 to 10 negatives a query, most records 10. Rank the first 3 of each, or mine more.',
    );
    expect(failuresInWords(all([ofK('s', byK([3, 10], [10, 87]))]))).toContain(
      's has fewer negatives than most records',
    );
  });

  it('notes fewer than a tenth of the records, and no record that only lost a copy', () => {
    const check = checkOf([ofK('a', even), ofK('b', byK([12, 3], [30, 94]))], 'negatives');
    expect(check).toMatchObject({
      passed: true,
      note: 'Records with fewer negatives: b 3 of 97.',
      example: 'b, line 12, “who?”: 12 of 30',
      negatives: null,
    });
    const lost = [{ k: 29, copies: 1, records: 1, first: null }, ...byK([30, 96])];
    expect(checkOf([ofK('a', even), ofK('tasb', lost)], 'negatives')).toMatchObject({ count: 0, note: null });
  });

  it('looks at each setting by itself', () => {
    const five = byK([5, 97]);
    expect(checkOf([ofK('a', even), ofK('b', five, 'other')], 'negatives')).toMatchObject({ passed: true });
    const both = [
      ...['a', 'b', 'c'].map((name) => ofK(name, even)),
      ofK('d', five),
      ofK('e', byK([10, 97]), 'other'),
      ofK('f', byK([4, 97]), 'other'),
    ];
    expect(checkOf(both, 'negatives')).toMatchObject({
      message:
        'd has 5 negatives a query, the others 30. f has 4 negatives a query, the others 10. Rank the first 4 of each, or mine more.',
      negatives: 4,
    });
  });
});

describe('the checks of boilerplate, batches and evaluation', () => {
  const boilerplate = (count: number, shuffled = false) => ({
    ...found(count, 'As a language model'),
    texts: [{ as: 'negative' as const, text: 'As a language model', evaluation: null, exact: true, count }],
    shuffled,
  });
  const evaluation = (changes: Partial<FoundEvaluation> = {}): FoundEvaluation => {
    const none = { queries: 0, records: 0, positives: 0, negatives: 0 };
    return {
      source: 1,
      of: 500,
      ...none,
      near: none,
      nearDocuments: true,
      leaving: 0,
      texts: [],
      ...changes,
    };
  };
  const compared = (name: string, changes: Partial<FoundEvaluation> = {}) => ({
    ...source(name),
    evaluation: evaluation(changes),
  });

  it('name a text that far too many queries have, with its count', () => {
    const check = checkOf([source('llm', { boilerplate: boilerplate(998) }), source('bm25')], 'boilerplate');
    expect(check).toMatchObject({ passed: false, count: 998, leaves: '998 negatives' });
    expect(check?.message).toBe(
      '998 negatives are texts that far too many queries have (llm 998). Leave them out before you train.',
    );
    expect(check?.texts).toEqual([expect.objectContaining({ source: 'llm', count: 998 })]);
    expect(preflightLines(check ? [check] : [])).toContain('    llm, negative, 998×: “As a language model”');
    expect(checkOf([source('bm25', { boilerplate: boilerplate(49) })], 'boilerplate')).toMatchObject({
      passed: true,
      note: 'Negatives of far too many queries: bm25 49 of 10,000.',
    });
  });

  it('say how many records meet their own positive in a batch, never as a failure', () => {
    const meets = (others: number) => ({
      ...source('x'),
      loaded: { ...source('x').loaded, meetings: [{ others, records: 1000 }] },
    });
    const of = (others: number, batch?: number) =>
      preflightOf([meets(others)], [], null, batch).find(({ id }) => id === 'batch');
    expect(of(0)).toMatchObject({ passed: true, count: 0, note: null });
    // 63/999 in 15 batches of 64, 39/999 in the last one of 40.
    expect(of(1)).toMatchObject({ passed: true, count: 62 });
    expect(of(1)?.note).toMatch(
      /in a batch of 64: x 6\.\d.%\. Use a sampler without duplicates .*NO_DUPLICATES/,
    );
    expect(of(1, 1024)).toMatchObject({ passed: true, count: 1000 });
    expect(of(1, 1024)?.note).toContain('1,024: x 100.0');
    expect(failuresInWords(all([meets(5)]))).toBe('');
  });

  it('fail for one evaluation query, and count distinct queries', () => {
    const check = checkOf(
      [compared('a', { queries: 12, records: 14, positives: 3, negatives: 1, leaving: 15 }), compared('b')],
      'evaluation',
    );
    expect(check).toMatchObject({ passed: false, count: 12, leaves: '15 records', note: null });
    expect(check?.message).toBe(
      'a holds 12 of 500 evaluation queries in 14 records, and documents relevant for the evaluation as 3 positives and 1 negative.',
    );
    expect(check?.sources).toEqual({
      a: { count: 12, of: 500, severity: 'failure' },
      b: { count: 0, of: 500, severity: null },
    });
    expect(failuresInWords(all([compared('a', { queries: 1, records: 1 })]))).toContain(
      'a holds evaluation data',
    );
  });

  it('note few relevant documents, and fail for many', () => {
    const of = (negatives: number) => checkOf([compared('a', { negatives })], 'evaluation');
    expect(of(49)).toMatchObject({ passed: true, leaves: '49 negatives' });
    expect(of(49)?.note).toContain('as 49 negatives');
    expect(of(50)).toMatchObject({ passed: false });
  });

  it('never fail for what is nearly the same', () => {
    const near = { queries: 400, records: 900, positives: 900, negatives: 9000 };
    const check = checkOf([compared('a', { near })], 'evaluation');
    expect(check).toMatchObject({ passed: true, message: null, leaves: null });
    expect(check?.note).toMatch(/^Nearly the words of the evaluation in 900 records .* of a: read them/);
  });
});
