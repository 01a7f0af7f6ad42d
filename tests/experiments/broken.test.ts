/** Break it yourself: what is put in is what the figures show, and the title says only what the checks say. */

import { beforeAll, describe, expect, it } from 'vitest';

import {
  brokenChart,
  brokenTable,
  brokenTitle,
  brokenWords,
  checksOf,
  type BrokenFigures,
  type BrokenProfile,
  type BrokenShortcuts,
  type ForeignShares,
} from '../../src/experiments/broken';
import type { StepProgress } from '../../src/experiments/runner';
import { RunCancelledError } from '../../src/engine/errors';
import { phraseText } from '../../src/report/verdict-words';
import { ALL_FOREIGN } from '../../src/scoring/share-audit';
import { seededRandom } from '../../src/scoring/random';
import { shareOfQueries } from '../../src/scoring/share-audit';
import type { TextRecord } from '../support/candidates';
import { RankedSources } from '../support/experiments';
import { expectRelative } from '../support/near';
import { unitAt } from '../support/planar';

const NONE: ForeignShares = { random: 0, copies: 0, near: 0 };

/** Negatives some degrees from the positive; queries far from each other. */
function records(seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: 40 }, (_, i) => {
    const query = 9 * i;
    const angles = [0, 1, 2, 3].map(() => query + 40 + 60 * random());
    const at = (degrees: number) => [...unitAt(degrees)];
    return {
      query: `query ${i} word${i % 7}`,
      positive: `positive ${i}`,
      negatives: angles.map((_angle, k) => `negative ${seed} ${i} ${k} word${(i + k) % 7}`),
      rows: { query: at(query), positive: at(query + 2), negatives: angles.map(at) },
    };
  });
}

let ranked: RankedSources;
beforeAll(async () => {
  ranked = await RankedSources.rank([
    { name: 'one', records: records(1) },
    { name: 'two', records: records(2) },
    { name: 'other', records: records(3), reference: false },
  ]);
});

async function broken(shares: ForeignShares, base = 0) {
  let figures: BrokenFigures | null = null;
  const progress: StepProgress[] = [];
  const { settings } = ranked;
  const shortcuts = await ranked.experiments.broken(
    { base, shares, settings },
    (own) => (figures = own),
    (one) => progress.push(one),
  );
  return { figures: figures as unknown as BrokenFigures, shortcuts, progress };
}

describe('a source that is broken', () => {
  it('is itself where nothing is put in', async () => {
    const { figures, shortcuts } = await broken(NONE);
    expect(figures.now).toEqual(figures.before);
    expect(figures.putIn).toEqual(NONE);
    const own = ranked.result.sources[0]?.figures;
    expect(figures.before.eci).toBe(own?.eci);
    expect(figures.before.mean_psi).toBe(own?.mean_psi);
    expect(figures.references).toHaveLength(2);
    expect(shortcuts.now).toEqual(shortcuts.before);
    expect(shortcuts.references).toHaveLength(2);
  });

  it('has as many copies as were put in near their positives, none of them inverted', async () => {
    const { figures } = await broken({ ...NONE, copies: 0.25 });
    expect(figures.putIn).toEqual({ ...NONE, copies: 40 });
    expect(figures.before.near_positive.found).toBe(0);
    expect(figures.now.near_positive.found).toBe(40);
    expect(figures.now.inversion_rate).toBeLessThanOrEqual(figures.before.inversion_rate);
    // A copy has ρ one half and no residual: the trace loses the weight of what it replaced.
    expect(figures.now.eci).toBeLessThan(figures.before.eci);
  });

  it('keeps its negatives but for those replaced, whatever is put in beside', async () => {
    const { figures } = await broken({ random: 0.25, copies: 0, near: 0.25 }, 2);
    expect(figures.putIn).toEqual({ random: 40, copies: 0, near: 40 });
    expect(figures.base).toBe(2);
    expect(figures.references.map(({ eci }) => eci)).toEqual(
      ranked.result.sources.slice(0, 2).map((source) => source.figures.eci),
    );
    const again = await broken({ random: 0.25, copies: 0, near: 0.25 }, 2);
    expect(again.figures).toEqual(figures);
    const back = await broken(NONE, 2);
    expectRelative(back.figures.now.eci, ranked.result.sources[2]?.figures.eci ?? NaN, 1e-12);
  });

  it('counts its steps from none to all, and those done before are not done again', async () => {
    const again = await RankedSources.rank([
      { name: 'one', records: records(1) },
      { name: 'two', records: records(2) },
    ]);
    const asked = { base: 0, shares: { random: 0.25, copies: 0, near: 0.25 }, settings: again.settings };
    const told = async () => {
      const progress: StepProgress[] = [];
      await again.experiments.broken(
        asked,
        () => undefined,
        (one) => progress.push(one),
      );
      return progress;
    };
    // 160 pairs compared, measured, summed and looked at; the source as it is and the other reference looked at, too.
    const first = await told();
    expect(first[0]).toEqual({ done: 0, total: 960 });
    expect(first.at(-1)?.done).toBeCloseTo(960, 9);
    expect(first.map(({ done }) => done)).toEqual([...first.map(({ done }) => done)].sort((a, b) => a - b));
    const second = await told();
    expect(second[0]).toEqual({ done: 0, total: 640 });
    expect(second.at(-1)?.done).toBeCloseTo(640, 9);
  });

  it('can be cancelled, and asked again', async () => {
    const first = broken({ ...NONE, random: 0.1 });
    ranked.engine.cancel('broken');
    await expect(first).rejects.toBeInstanceOf(RunCancelledError);
    expect((await broken({ ...NONE, random: 0.1 })).figures.putIn.random).toBeGreaterThan(0);
  });

  it('gives way to the next request', async () => {
    const first = broken({ ...NONE, random: 0.1 });
    const second = broken({ ...NONE, random: 0.2 });
    await expect(first).rejects.toBeInstanceOf(RunCancelledError);
    expect((await second).figures.putIn.random).toBeGreaterThan(0);
  });
});

/** @param found pairs of 1,000 that look random, and that lie near the positive */
function profile(mean_rho: number, found = 0, near = 0, eci = 0.2): BrokenProfile {
  const share = (count: number) =>
    shareOfQueries(Array.from({ length: 100 }, () => ({ found: count / 100, pairs: 10 })));
  return {
    eci,
    mean_rho,
    mean_eta: 0.5,
    mean_psi: 0.5,
    inversion_rate: 0.2,
    unrelated: share(found),
    near_positive: share(near),
  };
}

function figuresOf(now: BrokenProfile, changes: Partial<BrokenFigures> = {}): BrokenFigures {
  const before = profile(0.6);
  return {
    base: 10,
    pairs: 1000,
    putIn: { random: 100, copies: 0, near: 0 },
    before,
    now,
    references: [before, profile(0.65)],
    randomShare: ALL_FOREIGN,
    ...changes,
  };
}

const auc = (low: number, at = low + 0.05) => ({ auc: at, low, high: at + 0.05 });
const shortcutsOf = (low: number): BrokenShortcuts => ({
  before: auc(0.5),
  now: auc(low),
  references: [auc(0.5), auc(0.5)],
});

const title = (figures: BrokenFigures, shortcuts: BrokenShortcuts | null = shortcutsOf(0.5)) =>
  phraseText(brokenTitle('bm25', figures, shortcuts));

describe('its title', () => {
  it('names the checks that call it now and did not before', () => {
    expect(title(figuresOf(profile(0.66)))).toBe('bm25 with 10\u00a0% random passages: noticed by mean ρ');
    expect(title(figuresOf(profile(0.6, 100)))).toMatch(/: noticed by random-looking pairs$/);
    expect(title(figuresOf(profile(0.6, 0, 100)))).toMatch(/: noticed by near the positive$/);
    expect(title(figuresOf(profile(0.6)), shortcutsOf(0.7))).toMatch(/: noticed by shortcut AUC$/);
    const both = figuresOf(profile(0.66, 100), { putIn: { random: 100, copies: 4, near: 0 } });
    expect(title(both)).toBe(
      'bm25 with 10\u00a0% random passages and 0.4\u00a0% copies of the positive: noticed by mean ρ and random-looking pairs',
    );
  });

  it('says that no check notices only once all have looked', () => {
    expect(title(figuresOf(profile(0.64)))).toMatch(/: no check notices$/);
    expect(title(figuresOf(profile(0.64)), null)).toMatch(/: not noticed so far$/);
  });

  it('does not count what was outside before', () => {
    const figures = figuresOf(profile(0.72), {
      before: profile(0.7),
      references: [profile(0.6), profile(0.65)],
    });
    expect(title(figures)).toMatch(/: no check notices$/);
    expect(brokenWords(figures, shortcutsOf(0.5))).toContain('Outside without them: mean ρ.');
  });

  it('has no finding where nothing is put in or nothing is trusted', () => {
    expect(title(figuresOf(profile(0.6), { putIn: NONE }))).toBe('Break bm25 yourself: which check notices?');
    expect(title(figuresOf(profile(0.9), { references: [] }))).toMatch(
      /without references nothing can notice$/,
    );
  });

  it('says what the score does', () => {
    expect(brokenWords(figuresOf(profile(0.6, 0, 0, 0.3)), null)).toContain(
      'Score 0.2000 → 0.3000, now above every reference.',
    );
    expect(brokenWords(figuresOf(profile(0.6, 0, 0, 0.1)), null)).toContain('Score 0.2000 → 0.1000.');
    const one = figuresOf(profile(0.6), { references: [profile(0.6)] });
    expect(brokenWords(one, null)).toContain('The checks by pairs need two references.');
  });
});

it('a check estimates how much was put in; rows and table hold what the checks say', () => {
  const figures = figuresOf(profile(0.66, 100));
  const checks = checksOf(figures, null);
  expect(checks.find(({ name }) => name === 'random-looking pairs')?.estimate).toBeCloseTo(0.1, 12);
  const { rows } = brokenChart(undefined, figures, null);
  expect(rows.map(({ name }) => name)).toEqual(['score', ...checks.map(({ name }) => name)]);
  expect(rows.filter(({ warm }) => warm).map(({ name }) => name)).toEqual(['mean ρ', 'random-looking pairs']);
  expect(rows.at(-1)?.note).toBe('…');
  expect(brokenChart(undefined, figures, { before: null, now: null, references: [] }).rows.at(-1)?.note).toBe(
    'too few queries',
  );
  expect(brokenTable(figures, null).rows).toHaveLength(rows.length);
});
