import { describe, expect, it } from 'vitest';

import { preflightLines } from '../../scripts/lib/preflight-lines.mjs';
import { CHECK_IDS, type CheckFound } from '../../src/candidates/outcomes';
import { failuresInWords, preflightInWords, preflightOf } from '../../src/report/preflight';
import { loadedSource, preflight, waitingFile } from '../support/results';

const found = (count: number, text: string | null, query: string | null = 'who?'): CheckFound => ({
  count,
  example: { place: 55, query, text },
});

const source = (name: string, changes: Parameters<typeof preflight>[0] = {}) => ({
  name,
  loaded: loadedSource(1, `${name}.jsonl`, {}, { preflight: preflight(changes) }),
});

describe('the checks before a run', () => {
  it('pass where nothing is wrong, and one that has nothing to look at does not apply', () => {
    const checks = preflightOf([source('bm25'), source('dense', { scores: null })], []);
    expect(checks.map(({ id }) => id)).toEqual(CHECK_IDS);
    expect(checks.map(({ passed }) => passed)).toEqual([true, true, true, true, true, null]);
    expect(
      checks.every(({ count, message, example }) => count === 0 && message === null && example === null),
    ).toBe(true);
    expect(checks[3]?.sources).toEqual({ bm25: 0, dense: null });
    expect(preflightInWords(checks)).toBe('Preflight: 5 checks pass, 1 does not apply.');
    expect(preflightLines(checks)).toEqual([preflightInWords(checks)]);
  });

  it('fail with the count of each source and the first example', () => {
    const checks = preflightOf(
      [
        source('bm25'),
        source('leaky', { positives: found(121, 'Lady Gaga') }),
        source('odd', { positives: found(2, 'x') }),
      ],
      [],
    );
    expect(checks[1]).toEqual({
      id: 'positives',
      passed: false,
      count: 123,
      message: expect.stringContaining('123 negatives are positives of their own query.') as string,
      example: 'leaky, line 55, “who?”: “Lady Gaga”',
      sources: { bm25: 0, leaky: 121, odd: 2 },
    });
    expect(preflightInWords(checks)).toBe('Preflight: 1 of 5 checks fails, 1 does not apply.');
    const [head, what = '', example] = preflightLines(checks);
    expect(head).toBe(preflightInWords(checks));
    expect(what).toMatch(/^ {2}✗ 123 negatives .* \(leaky 121, odd 2\)$/);
    expect(example).toBe('    leaky, line 55, “who?”: “Lady Gaga”');
  });

  it.each([
    ['ids', found(1, 'q7'), '1 record has', 's, line 55, “who?”: id q7'],
    ['ids', found(2, 'No corpus has it.', null), '2 records have', 's, line 55: No corpus has it.'],
    ['positives', found(1, 'p'), '1 negative is a positive', 's, line 55, “who?”: “p”'],
    ['repeats', found(1, 'n'), '1 negative stands twice', 's, line 55, “who?”: “n”'],
    ['scores', found(3, null), '3 records lack', 's, line 55, “who?”'],
    ['negatives', found(4, '3 of 10'), '4 records have fewer', 's, line 55, “who?”: 3 of 10'],
  ] as const)('say of %s what is wrong, in singular and plural', (id, wrong, message, example) => {
    const check = preflightOf([source('s', { [id]: wrong })], []).find((each) => each.id === id);
    expect(check).toMatchObject({ passed: false, count: wrong.count, example });
    expect(check?.message).toContain(message);
  });

  it('are said in the headline where they fail, with the sources', () => {
    const leaky = source('leaky', { positives: found(121, 'Lady Gaga') });
    const words = (...sources: ReturnType<typeof source>[]) => failuresInWords(preflightOf(sources, []));
    expect(words(source('bm25'))).toBe('');
    expect(words(source('bm25'), leaky)).toBe(
      'One of five checks fails: leaky holds 121 of its own positives.',
    );
    const few = source('odd', { negatives: found(4, '3 of 10'), positives: found(2, 'x') });
    expect(words(leaky, few)).toBe(
      'Two of five checks fail: leaky and odd hold 123 of their own positives; odd has records with too few negatives.',
    );
    const worst = source('s', {
      ids: found(1, 'q'),
      positives: found(1, 'p'),
      repeats: found(1, 'n'),
      scores: found(1, null),
      negatives: found(1, '3 of 10'),
    });
    expect(words(worst)).toBe(
      'Five checks fail: s has ids that are not unique or not found; s holds 1 of its own positives; three more.',
    );
    const three = ['a', 'b', 'c'].map((name) => source(name, { repeats: found(1, 'n') }));
    expect(words(...three)).toContain('three sources have negatives twice in a record');
    expect(failuresInWords(preflightOf([], [waitingFile('run.trec')]))).toBe(
      'One check fails: 1 file lacks its companion.',
    );
  });

  it('fail for files that wait for a companion, and pass where the companions are there', () => {
    const there = source('bm25', { companions: { count: 0, example: null } });
    expect(preflightOf([there], []).at(-1)).toMatchObject({ id: 'companions', passed: true, count: 0 });
    const waiting = waitingFile('run.trec');
    expect(preflightOf([there], [waiting]).at(-1)).toMatchObject({
      passed: false,
      count: 1,
      example: 'run.trec needs corpus',
      sources: { bm25: 0 },
    });
    expect(preflightOf([], [waiting]).map(({ passed }) => passed)).toEqual([
      null,
      null,
      null,
      null,
      null,
      false,
    ]);
  });
});
