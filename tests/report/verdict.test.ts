import { expect, it } from 'vitest';

import type { Result } from '../../src/report/result';
import { detailOf, rankInWords, unseenInWords } from '../../src/report/verdict-words';
import {
  LOOK_BESIDE_REFERENCES,
  STOP_BESIDE_LEAST,
  STOP_BESIDE_REFERENCES,
} from '../../src/scoring/random-looking';
import { expectWords } from '../support/golden-words';
import { pairAudit } from '../support/results';
import {
  certainOf,
  mined,
  RANDOM,
  resultOfSources as judge,
  type MadeSource,
  type RunChanges,
  type SourceChanges,
} from '../session/sources';

const free = (name: string, eci: number, over: SourceChanges = {}) =>
  mined(name, eci, { reference: false, ...over });

/** No reference; it lies outside on ρ, ψ and the inversion rate. */
const random = () => mined('random', 0.5318, { reference: false, figuresOver: RANDOM });

const outside = (name: string, over: SourceChanges = {}) =>
  mined(name, 0.5, { ...over, figuresOver: { mean_rho: 0.9, negatives: 2910 } });

const NO_CORNER = { ...pairAudit([]), corner: null, random_share: null };

/** Three mined sources of which some orders are not called. */
function openOrders(unlike: number, isOpen: (a: string, b: string) => boolean): Result {
  const sources = [mined('a', 0.3), mined('b', 0.2), mined('c', 0.1)];
  const nameOf = (own: string) => sources.find(({ id }) => String(id) === own)?.name ?? '';
  const certainty = certainOf(sources);
  const pairs = certainty.pairs.map((pair) =>
    isOpen(nameOf(pair.a), nameOf(pair.b))
      ? { ...pair, low: -0.01, status: 'not separated' as const, unlike_units: unlike }
      : pair,
  );
  return judge(sources, { certainty: { ...certainty, pairs } });
}

/** Three sources without a certain order, some without an interval since their trace is far from the score. */
function blind(...names: string[]): Result {
  const sources = [mined('a', 0.3), mined('b', 0.2), mined('c', 0.1)];
  const { pairs, scores, ...order } = certainOf(sources);
  const isBlind = (own: string) => sources.some(({ id, name }) => String(id) === own && names.includes(name));
  const none = { low: null, high: null };
  return judge(sources, {
    certainty: {
      ...order,
      pairs: pairs.map((pair) => ({
        ...pair,
        ...(isBlind(pair.a) || isBlind(pair.b) ? none : { low: -0.01 }),
        status: 'not separated' as const,
      })),
      scores: Object.fromEntries(
        Object.entries(scores).map(([id, own]) => [id, isBlind(id) ? { ...own, ...none } : own]),
      ),
    },
  });
}

/** The first two have the same pairs; where units are unlike, with other positives, embeddings or first negatives. */
function twins(unlike: number, ...sources: MadeSource[]): Result {
  const ids = sources.map(({ id }) => String(id));
  const order = certainOf(sources);
  const same = { difference: 0, low: 0, high: 0, status: 'not separated' as const, unlike_units: 0 };
  const areFirst = (own: readonly string[]) => own.every((id) => ids.indexOf(id) < 2);
  const pairs = order.pairs.map((pair) =>
    areFirst([pair.a, pair.b]) ? { ...pair, ...(unlike === 0 ? same : { unlike_units: unlike }) } : pair,
  );
  const overlap = {
    sources: Object.fromEntries(ids.map((id) => [id, { queries: 97, pairs: 2910 }])),
    common: [{ a: ids[0] ?? '', b: ids[1] ?? '', queries: 97, pairs: 2910 }],
    shared: [],
  };
  return judge(sources, { overlap, certainty: { ...order, pairs } });
}

/** The distance on ψ to the second reference is not certain. */
function uncertainFlag(): Result {
  const sources = [mined('a', 0.2), mined('b', 0.1), random()];
  const certainty = certainOf(sources);
  const flags = certainty.flags.map((each) =>
    each.flag === 'psi' && each.reference === String(sources[1]?.id) ? { ...each, low: -0.01 } : each,
  );
  return judge(sources, { certainty: { ...certainty, flags } });
}

const LEAST = [free('a', 0.2), free('b', 0.1)];
const TWO = [mined('a', 0.2), mined('b', 0.1)];
const ONE = [mined('a', 0.2), free('b', 0.1)];
const setting = 'hybrid';

/** A source of which a share looks drawn at random, beside others; its interval begins at `low`. */
const noisy = (low: number, others: readonly MadeSource[], over: SourceChanges = {}, more: RunChanges = {}) =>
  judge([...others, free('noisy', 0.3, over)], {
    shares: { random: { noisy: low + 0.04 }, half: 0.04 },
    ...more,
  });
const near = (figuresOver: SourceChanges['figuresOver'], margin = false) =>
  judge([mined('a', 0.3), mined('b', 0.1), free('n', 0.2, { margin, figuresOver: figuresOver ?? {} })]);

const BY_HAND = { mean_rho_max: 0.6, mean_eta_max: 0.7, mean_psi_max: 0.5, inversion_rate_min: 0.2 };
const looked = { lookedAt: true };
const few = { setting, figuresOver: { queries: 20, units: 20 } };

const RESULTS: Readonly<Record<string, Result>> = {
  'means outside the range take no rank': judge([mined('bm25', 0.14), mined('tasb', 0.22), random()]),
  'no tick is needed': judge([...LEAST, random()]),
  'a source alone': judge([mined('a', 0.2)]),
  'the rival is barred': judge([free('a', 0.2), random()], { shares: { random: { random: 1 } } }),
  'one source in a setting': judge([...TWO, mined('h', 0.3, { setting })]),
  'small and without a rival': judge([...TWO, mined('h', 0.3, few)]),
  'one order is not called': openOrders(50, (a, b) => a === 'a' && b === 'b'),
  'above one that is above another': openOrders(50, (a, b) => a === 'a' && b === 'c'),
  'orders of few unlike queries are not called': openOrders(3, (a, b) => a === 'a' && b === 'b'),
  'two with the same pairs': twins(0, mined('a', 0.2), mined('again', 0.2), mined('b', 0.1)),
  'two with the same pairs alone': twins(0, mined('a', 0.2), mined('again', 0.2)),
  'two with the same pairs, trusted': twins(0, mined('a', 0.2), mined('again', 0.2), free('b', 0.1)),
  'two with the same negatives and other positives': twins(
    97,
    mined('a', 0.3),
    mined('c', 0.1),
    mined('b', 0.2),
  ),
  'two with the same pairs, one more often': twins(
    0,
    mined('a', 0.3),
    mined('c', 0.1, { figuresOver: { negatives: 3000 } }),
    mined('b', 0.2),
  ),
  'compared on the queries that all have': judge(TWO, {
    settings: { ...judge(TWO).settings, queries: 'shared' },
    overlap: { sources: {}, common: [], shared: [{ setting: 'default', queries: 60 }] },
  }),
  'no score has an interval': blind('a', 'b', 'c'),
  'one score has no interval': blind('b'),
  'two of the same bytes': judge([mined('a', 0.2), mined('again', 0.2, { sameAs: 'a' }), mined('b', 0.1)]),
  'random passages in references': judge([...ONE, outside('n'), outside('m')], {
    shares: { random: { n: 0.3, m: 0.3 } },
  }),
  'copies in a reference': judge([...ONE, outside('c', { negativesEqualPositive: 100 })]),
  'a range by hand': noisy(0.06, TWO, {}, { range: BY_HAND }),
  'two settings of one reference each': judge([
    ...ONE,
    mined('c', 0.2, { setting }),
    free('d', 0.1, { setting }),
  ]),
  'random passages at which somebody looked': noisy(0.25, LEAST, looked),
  'random passages could not be looked for': judge([...TWO, free('c', 0.3)], { pair_audit: NO_CORNER }),
  'somebody looked where they could not be looked for': judge(
    [mined('a', 0.2, looked), free('c', 0.3, looked), mined('b', 0.1)],
    { pair_audit: NO_CORNER },
  ),
  'less than half a point outside': near({ mean_eta: 0.6508, inversion_rate: 0.2916 }),
  'more than half a point outside': near({ mean_eta: 0.652 }),
  'a flag that may be chance': uncertainFlag(),
  'a margin removed the inverted pairs': near({ inversion_rate: 0 }, true),
  'no pair is inverted': near({ inversion_rate: 0 }),
  'a margin, and inverted pairs': near({ inversion_rate: 0.01 }, true),
};

const LIMITS: readonly (readonly [string, readonly MadeSource[], number])[] = [
  ['nothing ticked', LEAST, STOP_BESIDE_LEAST],
  ['one reference', ONE, STOP_BESIDE_LEAST],
  ['two references, the lower limit', TWO, LOOK_BESIDE_REFERENCES],
  ['two references, the upper limit', TWO, STOP_BESIDE_REFERENCES],
];

/** What takes ranks, and what is said, a line each. */
function said(result: Result): string {
  const { verdict, audit } = result;
  const sources = Object.entries(verdict.sources).map(
    ([name, { rank, unranked, findings, flags, reading }]) => {
      const outside = flags.map(({ flag, certain }) => `${flag}${certain ? '' : '?'}`);
      const found = findings.map(({ id, severity }) => `${id} ${severity}`);
      const place = [rankInWords(rank), unranked ?? ''].join(' ').trim();
      return `  ${name} ${place} [${outside.join()}] [${found.join()}] ${reading}`.trimEnd();
    },
  );
  return [
    verdict.headline,
    ...verdict.detail.map((line) => `  ${line}`),
    ...sources,
    `  range ${JSON.stringify(audit.range)} of ${audit.reference_left.join()}, unseen: ${unseenInWords(result) !== null}`,
  ].join('\n');
}

it('ranks and says what verdict.txt has', () => expectWords('verdict.txt', RESULTS, said));

it.each(LIMITS)('a share of random passages bars above its limit alone: %s', (_, others, limit) => {
  const found = (low: number) => {
    const { verdict } = noisy(low, others);
    const { findings, rank } = verdict.sources['noisy'] ?? { findings: [], rank: null };
    const [worst] = findings;
    expect(rank === null).toBe(worst?.severity === 'stop');
    return [worst?.id, worst?.severity];
  };
  const isLook = limit === LOOK_BESIDE_REFERENCES;
  const below = limit === STOP_BESIDE_REFERENCES ? ['random', 'look'] : [undefined, undefined];
  expect(found(limit - 1e-6)).toEqual(below);
  expect(found(limit + 1e-6)).toEqual(['random', isLook ? 'look' : 'stop']);
});

it('says that random passages were not looked for unless that is told otherwise', () => {
  const unseen = judge([...TWO, free('c', 0.3)], { pair_audit: NO_CORNER });
  expect(unseen.verdict.not_looked_for).toContain('random');
  const all = { ...unseen, verdict: { ...unseen.verdict, not_looked_for: [] } };
  expect(detailOf(all).join(' ')).not.toContain('Not looked for');
});
