import { describe, expect, it } from 'vitest';

import { evidenceOf } from '../../src/report/evidence';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { aucOverUnits } from '../../src/shortcuts/auc';
import { giveawaysInSlices } from '../../src/shortcuts/giveaways';
import { shortcutInSlices, type Shortcut } from '../../src/shortcuts/shortcuts';
import { MEASURES, surfaceOf, type Surface } from '../../src/shortcuts/surface';
import { reportedSource } from '../support/results';

const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`);

interface Row {
  readonly query: number;
  readonly passage: number;
  readonly isNegative: number;
}

/** What tells negatives of 40 queries from their positives, in five folds. */
const foundIn = (rows: readonly Row[], surfaces: readonly Surface[]) =>
  atOnce(
    shortcutInSlices(
      {
        unit: Int32Array.from(rows, ({ query }) => query),
        passage: Int32Array.from(rows, ({ passage }) => passage),
        isNegative: Uint8Array.from(rows, ({ isNegative }) => isNegative),
        units: 40,
      },
      Int32Array.from({ length: 40 }, (_, query) => query % 5),
      (passage) => surfaces[passage] as Surface,
      7,
    ),
  );

/** Texts for 40 queries with a positive and five negatives each; `textOf` makes one. */
function shortcut(textOf: (isNegative: boolean, random: () => number) => string, seed = 1): Shortcut {
  const random = seededRandom(seed);
  const rows = Array.from({ length: 240 }, (_, passage) => ({
    query: Math.floor(passage / 6),
    passage,
    isNegative: Number(passage % 6 > 0),
  }));
  const surfaces = rows.map(({ isNegative }) => surfaceOf(textOf(isNegative === 1, random)));
  const found = foundIn(rows, surfaces);
  if (!found) throw new Error('too few queries');
  return found;
}

const words = (count: number, random: () => number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

describe('the surface of a passage', () => {
  it('is what can be seen of it alone', () => {
    const { measures, words: tokens, buckets } = surfaceOf('In 1998, the Cat sat.');
    const of = (name: (typeof MEASURES)[number]) => measures[MEASURES.indexOf(name)];
    expect(tokens).toEqual(['in', '1998', 'the', 'cat', 'sat']);
    expect(of('words')).toBeCloseTo(Math.log(6), 12);
    expect(of('digits')).toBeCloseTo(4 / 21, 12);
    expect(of('capitals')).toBeCloseTo(2 / 21, 12);
    expect(of('punctuation')).toBeCloseTo(2 / 21, 12);
    expect(of('commas')).toBeCloseTo(1 / 5, 12);
    expect(of('sentences')).toBeCloseTo(1 / 5, 12);
    expect(of('function words')).toBeCloseTo(2 / 5, 12);
    // Five words and four pairs.
    expect(buckets).toHaveLength(9);
    expect([...surfaceOf('').measures].every(Number.isFinite)).toBe(true);
  });
});

describe('a shortcut', () => {
  it('is found in the length', () => {
    const found = shortcut((isNegative, random) => words(isNegative ? 20 : 30, random));
    expect(found.auc).toBeGreaterThan(0.99);
    expect(found).toMatchObject({ negative_words: 20, positive_words: 30, length_auc: 1 });
  });

  it('is found in a word that one side alone has', () => {
    const found = shortcut((isNegative, random) => `${isNegative ? 'however ' : ''}${words(20, random)}`);
    expect(found.low).toBeGreaterThan(0.9);
    expect(found.words[0]).toEqual({ word: 'however', negatives: 1, positives: 0 });
  });

  it('is not found where both sides are alike', () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const found = seeds.map((seed) => shortcut((_, random) => words(25, random), seed));
    expect(found.filter(({ low, high }) => low <= 0.5 && 0.5 <= high).length).toBeGreaterThanOrEqual(5);
  });

  it('is not known by heart: a positive of one query that is a negative of others teaches nothing', () => {
    // Ten passages take turns in both roles, and have nothing in common but themselves.
    const random = seededRandom(3);
    const surfaces = Array.from({ length: 40 }, () => surfaceOf(words(20, random)));
    const rows = [...Array(40).keys()].flatMap((query) =>
      [0, 1, 2, 3].map((place) => ({
        query,
        passage: (query + place * 7) % 40,
        isNegative: Number(place > 0),
      })),
    );
    const found = foundIn(rows, surfaces);
    expect(found === null || (found.low <= 0.5 && 0.5 <= found.high)).toBe(true);
  });

  it('is not asked of fewer than ten queries', () => {
    const rows = {
      unit: Int32Array.of(0, 0, 1, 1),
      passage: Int32Array.of(0, 1, 2, 3),
      isNegative: Uint8Array.of(0, 1, 0, 1),
      units: 2,
    };
    expect(atOnce(shortcutInSlices(rows, Int32Array.of(0, 1), () => surfaceOf('a'), 7))).toBeNull();
  });
});

describe('telling words', () => {
  /** Words of a few topics and many rare ones, as in real text: the rarer, the more of them. */
  const text = (random: () => number) =>
    Array.from({ length: 40 }, () => `w${Math.floor(10 ** (4 * random()))}`).join(' ');
  const rowsOf = (units: number, negatives: number, passageOf: (unit: number, place: number) => number) =>
    Array.from({ length: units }, (_, unit) =>
      Array.from({ length: 1 + negatives }, (_, place) => ({
        unit,
        passage: passageOf(unit, place),
        isNegative: place > 0,
      })),
    ).flat();
  const told = (rows: ReturnType<typeof rowsOf>, textOf: (passage: number) => string) => {
    const surfaces = new Map(rows.map(({ passage }) => [passage, surfaceOf(textOf(passage))]));
    const entries = rows.map(({ passage, ...row }) => ({
      ...row,
      passage,
      surface: surfaces.get(passage) as Surface,
    }));
    return atOnce(giveawaysInSlices(entries, 7)).words.map(({ word }) => word);
  };

  it('are none where both sides are of one distribution, however many negatives a query has', () => {
    const files = [1, 2, 3, 4, 5, 6].map((seed) => {
      const random = seededRandom(seed);
      return told(
        rowsOf(97, 30, (unit, place) => 31 * unit + place),
        () => text(random),
      );
    });
    expect(files.filter((words) => words.length > 0).length).toBeLessThanOrEqual(1);
  });

  it('are none for one passage that is a negative of many queries', () => {
    const random = seededRandom(2);
    const hub = 1e6;
    expect(
      told(
        rowsOf(60, 3, (unit, place) => (place === 1 ? hub : 4 * unit + place)),
        (passage) => (passage === hub ? 'the very same passage everywhere' : text(random)),
      ),
    ).toEqual([]);
  });

  it('are those that one side has, and not what only some queries are about', () => {
    const random = seededRandom(3);
    const words = told(
      rowsOf(97, 30, (unit, place) => 31 * unit + place),
      (passage) => {
        const isNegative = passage % 31 > 0;
        const topic = `topic${Math.floor(passage / 31)}`;
        return `${topic} ${isNegative && random() < 0.3 ? 'however ' : ''}${text(random)}`;
      },
    );
    expect(words).toEqual(['however']);
  });
});

describe('the AUC', () => {
  it('counts concordant pairs within a fold, ties half', () => {
    const fold = (scores: number[], isNegative: number[]) => ({
      scores: Float64Array.from(scores),
      isNegative: Uint8Array.from(isNegative),
      unit: Int32Array.from(scores, (_, i) => i % 2),
    });
    // 1 > 0, 1 > 0.5; 0.5 > 0, 0.5 = 0.5: 3.5 of 4. The second fold, on another scale: 0 of 1.
    const folds = [fold([0, 0.5, 1, 0.5], [0, 0, 1, 1]), fold([9, 8], [0, 1])];
    expect(aucOverUnits(folds, 2, 1).auc).toBeCloseTo(3.5 / 5, 12);
  });
});

describe('a source', () => {
  const found = (auc: number, half = 0.02) =>
    ({ auc, low: auc - half, high: auc + half, words: [], length_auc: 0.5 }) as unknown as Shortcut;

  /** Whether each is flagged, by AUC; null where there is no AUC or nothing to compare with. */
  const flagged = (aucs: readonly (number | null)[], references: readonly number[]) => {
    const sources = aucs.map((_, i) =>
      reportedSource({ id: i, name: `${i}` }, { reference: references.includes(i) }),
    );
    const shortcuts = aucs.map((auc, source) => ({ source, shortcut: auc === null ? null : found(auc) }));
    return evidenceOf(sources, null, [], { shortcuts }).map(({ shortcut }) => shortcut?.flagged ?? null);
  };

  it('is flagged where its interval lies above every reference, a reference where it lies above the other ones', () => {
    expect(flagged([0.55, 0.56, 0.9, 0.57, null], [0, 1])).toEqual([false, false, true, false, null]);
    expect(flagged([0.55, 0.99], [0, 1])).toEqual([false, true]);
    // One reference is held against nothing, nor is anything against a range by hand.
    expect(flagged([0.99], [0])).toEqual([null]);
    expect(flagged([0.99], [])).toEqual([null]);
  });
});
