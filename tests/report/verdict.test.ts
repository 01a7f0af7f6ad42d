/** Who is ranked: what takes a rank away and what does not, against which yardsticks, and in which order. */

import { describe, expect, it } from 'vitest';

import type { Finding } from '../../src/report/findings';
import type { ReportVerdict, Result } from '../../src/report/result';
import { detailOf, isUnseen, rankInWords } from '../../src/report/verdict-words';
import {
  LOOK_BESIDE_REFERENCES,
  STOP_BESIDE_LEAST,
  STOP_BESIDE_REFERENCES,
} from '../../src/scoring/random-looking';
import { pairAudit, type PairShares } from '../support/results';
import { certainOf, resultOfSources as judge, type MadeSource, type SourceChanges } from '../session/sources';
import { mined, random } from './judged';

const of = ({ verdict }: Result, name: string): ReportVerdict => {
  const found = verdict.sources[name];
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const ranks = ({ verdict }: Result) =>
  Object.fromEntries(Object.entries(verdict.sources).map(([name, { rank }]) => [name, rankInWords(rank)]));
const reasons = ({ verdict }: Result) => Object.values(verdict.sources).map(({ unranked }) => unranked);
const headline = ({ verdict }: Result) => verdict.headline;
const detail = ({ verdict }: Result) => verdict.detail.join(' ');

const free = (name: string, eci: number, over: SourceChanges = {}) =>
  mined(name, eci, { reference: false, ...over });

const NO_CORNER = { ...pairAudit([]), corner: null, random_share: null };

describe('a rank', () => {
  it('stays with a source whose means lie outside the range, and the flags are said first', () => {
    const verdict = judge([mined('bm25', 0.14), mined('tasb', 0.22), random()]);
    expect(ranks(verdict)).toEqual({ bm25: '3', tasb: '2', random: '1' });
    expect(of(verdict, 'random').flags.map(({ flag }) => flag)).toEqual(['rho', 'psi', 'inversion']);
    expect(of(verdict, 'bm25').flags).toEqual([]);
    expect(headline(verdict)).toMatch(/^random ranks first of three; random: ρ 0\.99 > 0\.68/);
  });

  it('needs no tick', () => {
    const verdict = judge([free('a', 0.2), free('b', 0.1), random()]);
    expect(ranks(verdict)).toEqual({ a: '2', b: '3', random: '1' });
    expect([verdict.audit.range, isUnseen(verdict)]).toEqual([null, true]);
    expect(isUnseen(judge([mined('a', 0.2), mined('b', 0.1), random()]))).toBe(false);
  });

  it('needs another source of its setting that has one', () => {
    const alone = judge([mined('a', 0.2)]);
    expect(ranks(alone)).toEqual({ a: '–' });
    expect(headline(alone)).toBe('a has no rival.');
    const left = judge([free('a', 0.2), random()], { shares: { random: { random: 1 } } });
    expect(ranks(left)).toEqual({ a: '–', random: '–' });
    expect(reasons(left)).toEqual(['alone', 'stop']);
    expect(headline(left)).toMatch(/^a has no rival; random: about 100/);
    const apart = judge([mined('a', 0.2), mined('b', 0.1), mined('h', 0.3, { setting: 'hybrid' })]);
    expect(ranks(apart)).toEqual({ a: '1', b: '2', h: '–' });
    expect(headline(apart)).toContain('h has no rival in hybrid');
  });

  it('is barred by its size, not by the lack of a rival, where both hold', () => {
    const few = mined('h', 0.3, { setting: 'hybrid', figuresOver: { queries: 20, units: 20 } });
    const small = judge([mined('a', 0.2), mined('b', 0.1), few]);
    expect(of(small, 'h').unranked).toBe('small');
    expect(headline(small)).not.toContain('no rival');
  });

  it('is a range of ranks where no order is called', () => {
    const sources = [mined('a', 0.3), mined('b', 0.2), mined('c', 0.1)];
    const certainty = certainOf(sources);
    const [a, b] = sources.map(({ id }) => String(id));
    const pairs = certainty.pairs.map((pair) =>
      pair.a === a && pair.b === b
        ? { ...pair, low: -0.01, status: 'not separated' as const, unlike_units: 50 }
        : pair,
    );
    const verdict = judge(sources, { certainty: { ...certainty, pairs } });
    expect(ranks(verdict)).toEqual({ a: '1–2', b: '1–2', c: '3' });
    expect(headline(verdict)).toBe('a and b lead, too close to call.');
    expect(detail(verdict)).toContain('a and b are too close to call');
    const rare = pairs.map((pair) => ({ ...pair, unlike_units: 3 }));
    const few = judge(sources, { certainty: { ...certainty, pairs: rare } });
    expect(detail(few)).toContain('differ in 3 of 97 queries: no order is called');
  });

  it('is shared by sources with the same pairs, which are not compared', () => {
    const overlap = (ids: readonly number[]) => ({
      sources: Object.fromEntries(ids.map((id) => [id, { queries: 97, pairs: 2910 }])),
      common: [{ a: String(ids[0]), b: String(ids[1]), queries: 97, pairs: 2910 }],
      shared: [],
    });
    const sources = [mined('a', 0.2), mined('again', 0.2), mined('b', 0.1)];
    const verdict = judge(sources, { overlap: overlap(sources.map(({ id }) => id)) });
    expect(ranks(verdict)).toEqual({ a: '1', again: '1', b: '2' });
    expect(headline(verdict)).toBe('a and again rank first of two.');
    expect(detail(verdict)).not.toMatch(/close to call|no order/);
    // Nobody is left to rank them with.
    const two = sources.slice(0, 2);
    expect(ranks(judge(two, { overlap: overlap(two.map(({ id }) => id)) }))).toEqual({ a: '–', again: '–' });
    const sameBytes = [mined('a', 0.2), mined('again', 0.2, { sameAs: 'a' }), mined('b', 0.1)];
    expect(ranks(judge(sameBytes))).toEqual({ a: '1', again: '1', b: '2' });
  });
});

describe('a share that looks drawn at random', () => {
  const least = [free('a', 0.2), free('b', 0.1)];
  const two = [mined('a', 0.2), mined('b', 0.1)];
  const one = [mined('a', 0.2), free('b', 0.1)];
  const share = (value: number, low: number): PairShares => ({
    random: { noisy: value },
    half: value - low,
  });

  const [stop, stopBeside, lookBeside] = [STOP_BESIDE_LEAST, STOP_BESIDE_REFERENCES, LOOK_BESIDE_REFERENCES];

  it.each<[string, readonly MadeSource[], number, Finding['severity'] | undefined]>([
    ['with nothing ticked, just below the limit', least, stop - 1e-6, undefined],
    ['with nothing ticked, above it', least, stop + 1e-6, 'stop'],
    ['beside one reference, below the same limit', one, stop - 1e-6, undefined],
    ['beside two references, below the lower limit', two, lookBeside - 1e-6, undefined],
    ['beside two references, above it', two, lookBeside + 1e-6, 'look'],
    ['beside two references, below the upper limit', two, stopBeside - 1e-6, 'look'],
    ['beside two references, above that', two, stopBeside + 1e-6, 'stop'],
  ])('%s', (_, others, low, severity) => {
    const verdict = judge([...others, free('noisy', 0.3)], { shares: share(low + 0.03, low) });
    const [found] = of(verdict, 'noisy').findings;
    expect(found?.severity).toBe(severity);
    expect(found?.id ?? 'random').toBe('random');
    expect(of(verdict, 'noisy').rank === null).toBe(severity === 'stop');
  });

  it('in a reference takes it out of range and yardsticks', () => {
    const noisy = (name: string) => mined(name, 0.5, { figuresOver: { mean_rho: 0.9 } });
    const verdict = judge([mined('a', 0.2), free('b', 0.1), noisy('n'), noisy('m')], {
      shares: { random: { n: 0.3, m: 0.3 } },
    });
    expect(ranks(verdict)).toEqual({ a: '1', b: '2', n: '–', m: '–' });
    expect(verdict.audit).toMatchObject({ reference_left: ['a'], range: { mean_rho_max: 0.679 } });
    expect(isUnseen(verdict)).toBe(true);
    expect(of(verdict, 'n').flags.map(({ flag }) => flag)).toEqual(['rho']);
    const copied = mined('c', 0.5, { negativesEqualPositive: 100, figuresOver: { mean_rho: 0.9 } });
    expect(judge([mined('a', 0.2), free('b', 0.1), copied]).audit).toMatchObject({
      reference_left: ['a'],
      range: { mean_rho_max: 0.679 },
    });
  });

  it('is held against the references also where the range was entered by hand', () => {
    const range = { mean_rho_max: 0.6, mean_eta_max: 0.7, mean_psi_max: 0.5, inversion_rate_min: 0.2 };
    const verdict = judge([...two, free('noisy', 0.3)], { range, shares: share(0.1, 0.06) });
    expect(verdict.audit).toMatchObject({ range, entered: true, reference_left: ['a', 'b'] });
    expect(isUnseen(verdict)).toBe(false);
    expect(of(verdict, 'noisy').unranked).toBe('stop');
    // By hand the references are held against it too.
    expect(of(verdict, 'a').flags.map(({ flag }) => flag)).toEqual(['rho']);
  });

  it('stays unseen up to a fifth where no setting has two references', () => {
    const setting = 'hybrid';
    const verdict = judge([
      mined('a', 0.2),
      free('b', 0.1),
      mined('c', 0.2, { setting }),
      free('d', 0.1, { setting }),
    ]);
    expect(verdict.audit.reference_left).toEqual(['a', 'c']);
    expect(isUnseen(verdict)).toBe(true);
  });

  it('can be set aside by a look: then the source is ranked, and headline and reading say it', () => {
    const sources = [...least, free('noisy', 0.3, { lookedAt: true })];
    const verdict = judge(sources, { shares: share(0.3, 0.25) });
    expect(ranks(verdict)).toEqual({ noisy: '1', a: '2', b: '3' });
    expect(headline(verdict)).toMatch(/^noisy ranks first of three; noisy: about 30\s% random passages/);
    expect(of(verdict, 'noisy').reading).toContain('set aside');
  });

  it('that could not be looked for takes every rank, but of those at which somebody looked', () => {
    const unseen = judge([...two, free('c', 0.3)], { pair_audit: NO_CORNER });
    expect(ranks(unseen)).toEqual({ a: '–', b: '–', c: '–' });
    expect(reasons(unseen)).toEqual(new Array(3).fill('not-looked-for'));
    expect(unseen.verdict.not_looked_for).toContain('random');
    expect(detail(unseen)).toContain('Not looked for: random passages');
    const all = { ...unseen, verdict: { ...unseen.verdict, not_looked_for: [] } };
    expect(detailOf(all).join(' ')).not.toContain('Not looked for');
    expect(headline(unseen)).toBe('No source is ranked: random passages could not be looked for.');
    const looked = [mined('a', 0.2, { lookedAt: true }), free('c', 0.3, { lookedAt: true }), mined('b', 0.1)];
    const verdict = judge(looked, { pair_audit: NO_CORNER });
    expect(ranks(verdict)).toEqual({ c: '1', a: '2', b: '–' });
    expect(of(verdict, 'c').reading).toContain('set aside');
  });
});

describe('a flag', () => {
  const near = (over: SourceChanges['figuresOver']) =>
    of(judge([mined('a', 0.3), mined('b', 0.1), free('n', 0.2, { figuresOver: over ?? {} })]), 'n');

  it('is none below half a point in a hundred', () => {
    expect(near({ mean_eta: 0.6508, inversion_rate: 0.2916 }).flags).toEqual([]);
    expect(near({ mean_eta: 0.652 }).flags.map(({ flag }) => flag)).toEqual(['eta']);
  });

  it('may be chance where the distance to one reference is not certain', () => {
    const sources = [mined('a', 0.2), mined('b', 0.1), random()];
    const certainty = certainOf(sources);
    const flags = certainty.flags.map((each) =>
      each.flag === 'psi' && each.reference === String(sources[1]?.id) ? { ...each, low: -0.01 } : each,
    );
    const verdict = judge(sources, { certainty: { ...certainty, flags } });
    expect(of(verdict, 'random').flags.map(({ flag, certain }) => [flag, certain])).toEqual([
      ['rho', true],
      ['psi', false],
      ['inversion', true],
    ]);
  });

  it('of the inversion rate is none where a margin removed the inverted pairs', () => {
    const dense = (margin: boolean, inversion_rate: number) =>
      of(
        judge([
          mined('a', 0.3),
          mined('b', 0.1),
          free('d', 0.2, { margin, figuresOver: { inversion_rate } }),
        ]),
        'd',
      );
    const ids = (each: ReturnType<typeof dense>) => each.findings.map(({ id }) => id);
    expect(ids(dense(true, 0))).toEqual(['margin']);
    expect(ids(dense(false, 0))).toEqual(['range']);
    expect(ids(dense(true, 0.01))).toEqual(['range']);
  });
});
