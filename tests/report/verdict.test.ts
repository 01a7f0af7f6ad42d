import { describe, expect, it } from 'vitest';

import type { FinishedSource } from '../../src/report/scored-source';
import { patternOf, rankInWords, type Verdict } from '../../src/report/verdict';
import { verdictInWords } from '../../src/report/verdict-words';
import { certainOrder, RUN_SETTINGS } from '../support/results';
import type { MINED, SourceChanges } from '../session/sources';
import { judge, mined, random } from './judged';

const of = (verdict: Verdict, name: string) => {
  const found = verdict.sources.find(({ source }) => source.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const ranks = (verdict: Verdict) => verdict.sources.map(({ rank }) => rankInWords(rank));
const best = (verdict: Verdict) =>
  verdict.sources.flatMap(({ source, rank }) => (rank?.from === 1 && rank.to === 1 ? [source.name] : []));

describe('an audit', () => {
  it('is none where all sources are references: random is not crowned', () => {
    const verdict = judge([mined('bm25', 0.14), mined('tasb', 0.22), random({ reference: true })]);
    expect(verdict.audited).toBe(false);
    expect(ranks(verdict)).toEqual(['–', '–', '–']);
    expect(best(verdict)).toEqual([]);
    expect(verdict.sources.map(({ standing }) => standing)).toEqual(new Array(3).fill('not-audited'));
  });

  it('is none where no source is a reference', () => {
    const verdict = judge([mined('a', 0.2, { reference: false }), random()]);
    expect(verdict).toMatchObject({ audited: false, envelope: null });
    expect(of(verdict, 'random')).toMatchObject({ standing: 'not-audited', flags: [], rank: null });
  });

  it('tells references, sources inside and sources outside apart, and ranks those that are not outside', () => {
    const verdict = judge([
      mined('bm25', 0.14),
      mined('tasb', 0.22),
      random(),
      mined('new', 0.3, { reference: false }),
    ]);
    expect(verdict.audited).toBe(true);
    expect(verdict.sources.map(({ standing }) => standing)).toEqual([
      'reference',
      'reference',
      'outside',
      'inside',
    ]);
    expect(ranks(verdict)).toEqual(['3', '2', '–', '1']);
    expect(best(verdict)).toEqual(['new']);
    expect(of(verdict, 'random')).toMatchObject({
      unranked: 'outside',
      pattern: 'too-easy',
      flags: [
        { flag: 'rho', words: 'ρ 0.99 > 0.68', certain: true },
        { flag: 'psi', words: 'ψ 0.94 > 0.49', certain: true },
        { flag: 'inversion', words: 'inversion 0.4\u00a0% < 29.2\u00a0%', certain: true },
      ],
    });
  });

  it('may hold all sources against a range entered by hand', () => {
    const range = { mean_rho_max: 0.7, mean_eta_max: 0.7, mean_psi_max: 0.5, inversion_rate_min: 0.2 };
    const verdict = judge([mined('a', 0.2, { reference: false }), random()], { range });
    expect(verdict).toMatchObject({ audited: true, envelope: range });
    expect(of(verdict, 'a')).toMatchObject({ standing: 'inside', flags: [] });
    expect(of(verdict, 'random').flags.map(({ flag }) => flag)).toEqual(['rho', 'psi', 'inversion']);
    // With one source alone too.
    expect(of(judge([random()], { range }), 'random').standing).toBe('outside');
  });

  it('says which flags may be chance', () => {
    const sources = [mined('a', 0.2), random()];
    const known = certainOrder(sources);
    const flags = known.flags.map((flag) => ({
      ...flag,
      status: flag.flag === 'psi' ? ('perhaps' as const) : flag.status,
    }));
    const verdict = judge(sources, { certainty: { ...known, flags } });
    expect(of(verdict, 'random').flags.map(({ flag, certain }) => [flag, certain])).toEqual([
      ['rho', true],
      ['psi', false],
      ['inversion', true],
    ]);
  });
});

describe('a source without any inverted pair', () => {
  /** Inside but for the inversion rate. */
  const dense = (over: SourceChanges = {}) =>
    mined('dense', 0.2, { reference: false, figuresOver: { inversion_rate: 0 }, ...over });
  const sources = (source: FinishedSource) => [mined('a', 0.3), mined('b', 0.1), source];
  const margins = (source: FinishedSource) => of(judge(sources(source)), source.name);

  it('has a note in place of the flag where a margin took them, as asked', () => {
    const { flags, standing, rank, facts } = margins(dense({ margin: true }));
    expect({ flags, standing }).toEqual({ flags: [], standing: 'inside' });
    expect(rank).not.toBeNull();
    expect(facts).toEqual([
      { kind: 'margin', message: 'dense has no inverted pair: the margin took them, as asked.' },
    ]);
  });

  it('is asked for where nobody says so, and stays outside until then', () => {
    const { flags, standing, facts } = margins(dense());
    expect(flags.map(({ flag }) => flag)).toEqual(['inversion']);
    expect(standing).toBe('outside');
    expect(facts).toEqual([
      {
        kind: 'margin-asked',
        message:
          'dense has no inverted pair, and the references have some. Was it mined with a margin under potion-base-2M? ' +
          'Then that is what was asked for, and no flag.',
      },
    ]);
  });

  it('keeps its other flags, and the flag where some pairs are inverted after all', () => {
    const far = margins(dense({ margin: true, figuresOver: { mean_psi: 0.9, inversion_rate: 0 } }));
    expect(far.flags.map(({ flag }) => flag)).toEqual(['psi']);
    expect(far.standing).toBe('outside');
    const some = margins(dense({ margin: true, figuresOver: { inversion_rate: 0.01 } }));
    expect(some.flags.map(({ flag }) => flag)).toEqual(['inversion']);
    expect(some.facts).toEqual([]);
  });

  it('is neither asked for nor noted where the references have none either, where it looks too easy, or without audit', () => {
    const none = { figuresOver: { inversion_rate: 0 } };
    const all = judge([mined('a', 0.3, none), mined('b', 0.1, none), dense({ margin: true })]);
    expect(of(all, 'dense').facts).toEqual([]);
    const easy = random({ figuresOver: { inversion_rate: 0 } });
    expect(of(judge(sources(easy)), 'random')).toMatchObject({ pattern: 'too-easy', facts: [] });
    expect(of(judge(sources(dense({ reference: true }))), 'dense').facts).toEqual([]);
  });
});

describe('copies of the positive', () => {
  const leaky = (copies: number) =>
    mined('leaky', 0.2, { reference: false, negatives: 11_900, negativesEqualPositive: copies });

  it('put a source outside whatever its gates say, from the smallest share that counts', () => {
    const [few, many] = [leaky(59), leaky(121)].map((source) =>
      judge([mined('a', 0.3), mined('b', 0.1), source]),
    );
    expect(of(many as Verdict, 'leaky')).toMatchObject({
      flags: [],
      pattern: 'copies',
      standing: 'outside',
      rank: null,
    });
    expect(of(few as Verdict, 'leaky')).toMatchObject({ flags: [], pattern: 'copies', standing: 'inside' });
    expect(of(few as Verdict, 'leaky').rank).not.toBeNull();
  });

  it('put a reference outside too, and nothing where nothing is audited', () => {
    const trusted = { ...leaky(121), reference: true };
    expect(of(judge([trusted, random()]), 'leaky')).toMatchObject({ standing: 'outside', rank: null });
    expect(of(judge([leaky(121), random()]), 'leaky').standing).toBe('not-audited');
  });
});

describe('a distance that is too small to count', () => {
  const near = (over: Partial<typeof MINED>) => mined('n', 0.2, { reference: false, figuresOver: over });
  const sources = (source: FinishedSource) => [
    mined('bm25', 0.3),
    mined('tasb', 0.1, { figuresOver: { inversion_rate: 0.4, mean_eta: 0.5 } }),
    source,
  ];

  it('leaves a source inside, level with the reference at the edge, however certain it is', () => {
    // 546 against 551 of 11,900.
    const verdict = judge(sources(near({ inversion_rate: 0.292 - 5 / 11_900, mean_eta: 0.6508 })));
    expect(of(verdict, 'n')).toMatchObject({ standing: 'inside', pattern: null });
    expect(of(verdict, 'n').flags.map(({ flag, certain, levelWith }) => [flag, certain, levelWith])).toEqual([
      ['eta', true, 'bm25'],
      ['inversion', true, 'bm25'],
    ]);
    expect(of(verdict, 'n').rank).not.toBeNull();
  });

  it('counts from the smallest effect on', () => {
    expect(of(judge(sources(near({ mean_eta: 0.652 }))), 'n').standing).toBe('outside');
  });
});

describe('one reference', () => {
  const far = mined('n', 0.2, { reference: false, figuresOver: { mean_psi: 0.52 } });
  const sources = [mined('a', 0.3), far];
  const range = { mean_rho_max: 0.7, mean_eta_max: 0.66, mean_psi_max: 0.53, inversion_rate_min: 0.27 };

  it('is a point: its range is its own interval, once that is known', () => {
    const known = { ...certainOrder(sources), reference_range: range };
    const verdict = judge(sources, { certainty: known });
    expect(verdict).toMatchObject({ oneReference: true, envelope: range });
    expect(of(verdict, 'n')).toMatchObject({ flags: [], standing: 'inside' });
    expect(of(judge(sources), 'n').standing).toBe('outside');
  });

  it('is no more where a second one is ticked, or a range entered', () => {
    const second = [...sources, mined('b', 0.1)];
    expect(judge(second).oneReference).toBe(false);
    expect(judge(sources, { range }).oneReference).toBe(false);
  });
});

describe('a pattern', () => {
  it.each([
    [['rho', 'psi', 'inversion'], [], 'none', 'too-easy'],
    [['rho', 'psi'], [], 'none', 'outside'],
    [['eta'], [], 'none', 'outside'],
    [['rho', 'psi', 'inversion'], ['copies'], 'many', 'copies'],
    [['rho', 'psi', 'inversion'], [], 'few', 'too-easy'],
    [['rho', 'psi', 'inversion'], ['random-passages'], 'none', 'too-easy'],
    [['rho', 'psi'], ['random-passages'], 'none', 'random-passages'],
    [[], ['copies', 'random-passages'], 'many', 'copies'],
    [[], ['near-positive'], 'few', 'near-positive'],
    [[], [], 'few', 'copies'],
    [['inversion'], [], 'none', 'outside'],
    [[], [], 'none', null],
  ] as const)('of %j, findings %j, copies %j: %j', (flags, found, copies, pattern) => {
    const findings = found.map((kind) => ({ kind }));
    expect(patternOf(flags, findings, copies)).toBe(pattern);
  });
});

describe('facts of the files', () => {
  const sign = { code: 'one-query', message: 'All queries are the same.' } as const;

  it('need no reference, and come in the order of their weight', () => {
    const odd = mined('odd', 0.2, {
      warnings: [sign],
      negativesEqualPositive: 1,
      duplicateNegatives: 2,
      sameAs: 'other.jsonl',
    });
    const verdict = judge([odd, mined('b', 0.1)]);
    expect(of(verdict, 'odd')).toMatchObject({
      pattern: 'copies',
      facts: [
        { kind: 'misread', message: 'All queries are the same.' },
        { kind: 'copies', message: '1 negative of odd has the text of the positive.' },
        { kind: 'same-bytes', message: 'The file of odd has the same bytes as other.jsonl.' },
        { kind: 'duplicates', message: '2 duplicate negatives of odd were removed.' },
      ],
    });
    expect(of(verdict, 'b')).toMatchObject({ facts: [], pattern: null });
  });

  it('bar a source that may be misread from every rank, and no other', () => {
    const rest = [mined('b', 0.2), mined('c', 0.1), mined('d', 0.15, { reference: false })];
    const verdict = judge([mined('odd', 0.9, { warnings: [sign], reference: false }), ...rest]);
    expect(of(verdict, 'odd')).toMatchObject({ unranked: 'misread', rank: null });
    expect(best(verdict)).toEqual(['b']);
  });
});

describe('a rank', () => {
  const audited = (...sources: FinishedSource[]) => [...sources, random()];

  it('is shared where the order is open', () => {
    const [a, b, c] = [mined('a', 0.3), mined('b', 0.29), mined('c', 0.1)] as const;
    const sources = audited(a, b, c);
    const known = certainOrder(sources);
    const pairs = known.pairs.map((pair) =>
      pair.a === a.id && pair.b === b.id ? { ...pair, status: 'not separated' as const } : pair,
    );
    const verdict = judge(sources, { certainty: { ...known, pairs } });
    expect(ranks(verdict)).toEqual(['1–2', '1–2', '3', '–']);
    expect(best(verdict)).toEqual([]);
    expect(best(judge(sources))).toEqual(['a']);
  });

  it('is open to all where nothing is known of the order', () => {
    const sources = audited(mined('a', 0.3), mined('b', 0.1));
    expect(ranks(judge(sources, { certainty: { ...certainOrder(sources), pairs: [] } }))).toEqual([
      '1–2',
      '1–2',
      '–',
    ]);
  });

  it('takes 20 queries: ten pairs do not beat thousands', () => {
    const few = mined('few', 0.9, { figuresOver: { queries: 10 }, medianK: 1, reference: false });
    const verdict = judge([mined('bm25', 0.14), mined('tasb', 0.22), few]);
    expect(of(verdict, 'few')).toMatchObject({ unranked: 'few-queries', rank: null });
    // Its unlike number of negatives takes no rank from the others.
    expect(best(verdict)).toEqual(['tasb']);
    expect(
      best(
        judge([
          mined('bm25', 0.14),
          mined('tasb', 0.22),
          mined('few', 0.9, { reference: false, figuresOver: { queries: 20 } }),
        ]),
      ),
    ).toEqual(['few']);
  });

  it('is none among sources of too unlike numbers of negatives', () => {
    const sources = audited(mined('a', 0.3, { medianK: 10 }), mined('b', 0.2, { medianK: 5 }));
    expect(judge(sources).sources.map(({ unranked }) => unranked)).toEqual([
      'unlike-k',
      'unlike-k',
      'outside',
    ]);
    const fair = audited(mined('a', 0.3, { medianK: 10 }), mined('b', 0.2, { medianK: 6 }));
    expect(best(judge(fair))).toEqual(['a']);
  });

  it('is held by those that are alike in numbers of negatives: only those that differ have none', () => {
    const ten = { medianK: 10 };
    const sources = audited(
      mined('a', 0.3, ten),
      mined('short', 0.4, { medianK: 5 }),
      mined('b', 0.2, ten),
      mined('long', 0.1, { medianK: 30 }),
    );
    const verdict = judge(sources);
    expect(verdict.sources.map(({ source, unranked }) => [source.name, unranked])).toEqual([
      ['a', null],
      ['short', 'unlike-k'],
      ['b', null],
      ['long', 'unlike-k'],
      ['random', 'outside'],
    ]);
    expect(best(verdict)).toEqual(['a']);
    expect(verdict.sources.map(({ unlikeK }) => unlikeK)).toEqual([false, true, false, true, false]);
  });

  it('is told of sources that nobody audited too', () => {
    const verdict = judge([mined('a', 0.3), mined('b', 0.2), mined('short', 0.1, { medianK: 5 })]);
    expect(verdict.sources.map(({ unranked, unlikeK }) => [unranked, unlikeK])).toEqual([
      ['not-audited', false],
      ['not-audited', false],
      ['not-audited', true],
    ]);
  });

  it('is none for a source without a rival', () => {
    expect(of(judge([mined('a', 0.3)]), 'a')).toMatchObject({ unranked: 'alone', rank: null });
    expect(of(judge(audited(mined('a', 0.3))), 'a')).toMatchObject({ unranked: 'alone', rank: null });
    const apart = judge(audited(mined('a', 0.3), mined('b', 0.1), mined('u', 0.2, { setting: 'hybrid' })));
    expect(apart.sources.map(({ unranked }) => unranked)).toEqual([null, null, 'alone', 'outside']);
  });
});

describe('what the files have in common', () => {
  const [bm25, part] = [mined('bm25', 0.2), mined('part', 0.2, { figuresOver: { queries: 40 } })];
  const overlap = (pairs: number, shared: number) => ({
    sources: [
      { source: bm25.id, queries: 97, pairs: 2910 },
      { source: part.id, queries: 40, pairs: 400 },
    ],
    common: [{ a: bm25.id, b: part.id, queries: shared, pairs }],
    shared: [{ setting: 'default', queries: shared }],
  });
  const judged = (pairs: number, shared: number, queries: 'shared' | 'all' = 'shared') =>
    judge([bm25, part], { overlap: overlap(pairs, shared), settings: { ...RUN_SETTINGS, queries } });

  it('is a fact where every pair of a source is in another, and none where one is not', () => {
    const message = 'Every pair of part is in bm25 too.';
    expect(of(judged(400, 40), 'part').facts).toContainEqual({ kind: 'inside', message });
    expect(of(judged(400, 40), 'bm25').facts).toEqual([]);
    expect(of(judged(399, 40), 'part').facts).toEqual([]);
  });

  it('tells on which queries sources were compared', () => {
    const told = (verdict: Verdict) => verdictInWords(verdict).detail;
    expect(told(judged(400, 40))).toContain('Sources are compared on the 40 queries that all of them have.');
    const apart =
      'Sources share 40 queries and are scored on all of their own: the queries differ, not only the negatives.';
    expect(told(judged(400, 40, 'all'))).toContain(apart);
    expect(told(judged(0, 7)).join(' ')).toContain(
      'Sources share 7 queries and are scored on all of their own',
    );
  });
});
