import { describe, expect, it } from 'vitest';

import {
  differenceSoFar,
  isSettled,
  OrderSequence,
  rareUnitsDrawn,
  scoreSoFar,
  type SourceSoFar,
} from '../../../src/scoring/certainty/order-sequence';
import { ratio, type UnitSums } from '../../../src/scoring/certainty/units';

describe('the sequence', () => {
  const units = (value: number, wobble: number, count: number): UnitSums => ({
    sums: Float64Array.from({ length: count }, (_, i) => value + (i % 2 ? wobble : -wobble)),
    pairs: new Float64Array(count).fill(1),
  });
  const at = (drawn: number, ...sources: (UnitSums & { eci?: number })[]): SourceSoFar[] =>
    sources.map((source) => ({ ...source, drawn, eci: source.eci ?? ratio(source, drawn) }));
  const sequenceOf = () => new OrderSequence([[0, 1]], 1000, 0.95, 1);

  it('settles nothing before forty units, however clear the difference', () => {
    const sequence = sequenceOf();
    const sources = [units(0.9, 0.01, 1000), units(0.1, 0.02, 1000)];
    sequence.update(at(39, ...sources));
    expect(sequence.allSettled).toBe(false);
    sequence.update(at(40, ...sources));
    expect(sequence.settled).toEqual([40]);
  });

  it('remembers what is settled, and when', () => {
    const sequence = sequenceOf();
    const a = units(0.9, 0.01, 1000);
    sequence.update(at(50, a, units(0.1, 0.02, 1000)));
    sequence.update(at(60, a, units(0.9, 0.02, 1000)));
    expect(sequence.settled).toEqual([50]);
    expect(sequence.isPlaced(0)).toBe(true);
  });

  it('places a source once all of its pairs are settled', () => {
    const sequence = new OrderSequence(
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      1000,
      0.95,
      1,
    );
    sequence.update(at(100, units(0.9, 0.01, 1000), units(0.2, 0.02, 1000), units(0.2, 0.03, 1000)));
    expect([0, 1, 2].map((s) => sequence.isPlaced(s))).toEqual([true, false, false]);
    expect(sequence.settled).toEqual([100, 100, null]);
  });

  it('goes on while the gap between trace and log-det could turn the order', () => {
    const a = units(0.5, 0.01, 1000);
    const b = units(0.4, 0.02, 1000);
    const sequence = sequenceOf();
    const wide = at(500, { ...a, eci: 0.3 }, { ...b, eci: 0.2 });
    expect(sequence.mightSettle(wide)).toBe(true);
    sequence.update(wide);
    expect(sequence.allSettled).toBe(false);
    sequence.update(at(500, { ...a, eci: 0.499 }, { ...b, eci: 0.399 }));
    expect(sequence.allSettled).toBe(true);
  });

  it('has width zero at the end of the file, where the scores themselves decide', () => {
    const [a, b] = at(60, { ...units(0.5, 0.2, 60), eci: 0.41 }, { ...units(0.5, 0.3, 60), eci: 0.42 }) as [
      SourceSoFar,
      SourceSoFar,
    ];
    const difference = differenceSoFar([0, 1], [a, b], 60, 0.05);
    expect(difference).toMatchObject({ a: 1, b: 0, low: difference.difference, high: difference.difference });
    expect(isSettled(difference)).toBe(true);
    expect(scoreSoFar(a, 60, 0.05)).toEqual({ value: 0.41, low: 0.41, high: 0.41 });
  });

  it('compares a source that is no longer drawn on the units that both have', () => {
    const a = { ...units(0.9, 0.01, 100), eci: 0.9, drawn: 50 };
    const poisoned = {
      sums: a.sums.map((sum, i) => (i < 50 ? sum : NaN)),
      pairs: a.pairs,
      eci: 0.9,
      drawn: 50,
    };
    const b = { ...units(0.1, 0.02, 100), eci: 0.1, drawn: 80 };
    expect(differenceSoFar([0, 1], [poisoned, b], 100, 0.05)).toEqual(
      differenceSoFar([0, 1], [a, b], 100, 0.05),
    );
  });

  it('says how many units an open pair would take', () => {
    const sources = at(100, units(0.5, 0.2, 20000), units(0.49, 0, 20000));
    const difference = differenceSoFar([0, 1], sources, 20000, 0.05);
    expect(isSettled(difference)).toBe(false);
    expect(difference.unitsNeeded).toBeGreaterThan(1000);
    expect(difference.unitsNeeded).toBeLessThan(20000);
  });

  it('asks for a fifth of the units where kinds not yet drawn could turn a small lead', () => {
    // ln(1/0.05) = 3.0: after 100 units such a kind is rarer than three in a hundred.
    const even = units(0.5, 0, 1000);
    const drawn = (difference: number, after: number, largest = 1, sums = even) =>
      rareUnitsDrawn({ a: 0, b: 1, difference }, at(after, even, sums), 1000, 0.05, largest);
    expect(drawn(0.029, 100)).toBe(false);
    expect(drawn(0.031, 100)).toBe(true);
    expect(drawn(0.001, 199)).toBe(false);
    expect(drawn(0.001, 200)).toBe(true);
    // A weight of up to 1,600, or a unit with three times the mean of pairs, could turn a larger one.
    expect(drawn(40, 100, 1600)).toBe(false);
    expect(drawn(50, 100, 1600)).toBe(true);
    const uneven = { ...even, pairs: even.pairs.map((_, i) => (i % 100 === 0 ? 300 / 99 : 97 / 99)) };
    expect(drawn(0.031, 100, 1, uneven)).toBe(false);
    const sequence = sequenceOf();
    sequence.update(at(150, units(0.51, 0.001, 1000), units(0.5, 0.002, 1000)));
    expect(sequence.allSettled).toBe(false);
    sequence.update(at(200, units(0.51, 0.001, 1000), units(0.5, 0.002, 1000)));
    expect(sequence.settled).toEqual([200]);
  });

  it('speaks of other units too: its width does not close at the end of the file', () => {
    const sources = at(950, units(0.5, 0.2, 1000), units(0.49, 0.1, 1000));
    const here = differenceSoFar([0, 1], sources, 1000, 0.05);
    const elsewhere = differenceSoFar([0, 1], sources, Infinity, 0.05);
    expect(here.low).toBeGreaterThan(0);
    expect(elsewhere.low).toBeLessThan(0);
  });

  it('decides on rounded figures', () => {
    const almost = { a: 0, b: 1, difference: 1, high: 2 };
    expect(isSettled({ ...almost, low: 4e-6 })).toBe(false);
    expect(isSettled({ ...almost, low: 6e-6 })).toBe(true);
  });
});
