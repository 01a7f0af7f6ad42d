import { describe, expect, it } from 'vitest';

import {
  buildControl as slicedControl,
  buildMixture,
  CONTROL_IDS,
  ControlError,
  negativesOf as negativesIn,
  type ControlMaterial,
  type IdRecords,
} from '../../src/scoring/controls';
import { offsetsOf } from '../../src/scoring/pairs';
import { atOnce } from '../../src/scoring/sliced';
import { idRecords } from '../support/id-records';
import { unitAt } from '../support/planar';

/** 40 records of 1 … 8 negatives; two neighbours share a query. Passages: positives 0 …, negatives from 1000 on. */
const COUNTS = Array.from({ length: 40 }, (_, i) => 1 + (i % 8));
const BASE: IdRecords = {
  queries: Int32Array.from(COUNTS, (_, i) => Math.floor(i / 2)),
  positives: Int32Array.from(COUNTS.keys()),
  offsets: offsetsOf(COUNTS),
  negatives: Int32Array.from({ length: COUNTS.reduce((a, b) => a + b) }, (_, i) => 1000 + i),
};

function material(changes: Partial<ControlMaterial> = {}): ControlMaterial {
  const foreign = Array.from({ length: 300 }, (_, i) => 5000 + i);
  return {
    base: BASE,
    pool: Int32Array.from([...BASE.positives, ...BASE.negatives, ...foreign]),
    seed: 42,
    vector: (passage) => unitAt(passage * 7),
    ...changes,
  };
}

const negativesOf = (source: IdRecords, record: number) => [...negativesIn(source, record)];

const records = [...COUNTS.keys()];

const buildControl = (...of: Parameters<typeof slicedControl>) => atOnce(slicedControl(...of));

describe.each(CONTROL_IDS)('control %s', (id) => {
  const control = buildControl(id, material());

  it('has the queries, positives and K of the base source, which stays as it was', () => {
    const { negatives, ...rest } = control;
    const { negatives: own, ...base } = BASE;
    expect(rest).toEqual(base);
    expect(negatives).toHaveLength(own.length);
    expect(own[0]).toBe(1000);
  });
});

describe('random', () => {
  it('draws of the pool, never of the record’s own passages', () => {
    const control = buildControl('random', material());
    const { pool } = material();
    for (const record of records) {
      const own = new Set([BASE.positives[record], ...negativesOf(BASE, record)]);
      for (const passage of negativesOf(control, record)) {
        expect(own.has(passage)).toBe(false);
        expect(pool).toContain(passage);
      }
    }
  });

  it('draws every passage as often as any other', () => {
    const one = idRecords([0, 0, [1]]);
    const pool = Int32Array.of(0, 1, 2, 3, 4, 5);
    const drawn = new Map<number, number>();
    for (let seed = 0; seed < 4000; seed++) {
      const [passage = -1] = buildControl('random', material({ base: one, pool, seed })).negatives;
      drawn.set(passage, (drawn.get(passage) ?? 0) + 1);
    }
    expect([...drawn.keys()].sort()).toEqual([2, 3, 4, 5]);
    // 1000 each, with a standard deviation of 27.
    for (const count of drawn.values()) expect(Math.abs(count - 1000)).toBeLessThan(140);
  });

  it('needs a pool with passages that are not the record’s own', () => {
    const pool = Int32Array.from([...BASE.positives.slice(0, 1), ...negativesOf(BASE, 0)]);
    expect(() => buildControl('random', material({ pool }))).toThrow(
      'Record 1 needs 1 passages that are not its own; the loaded sources have 0.',
    );
  });
});

describe('easy-shuffled', () => {
  const queryOf = (passage: number) =>
    BASE.queries[records.find((record) => negativesOf(BASE, record).includes(passage)) ?? -1];

  it('has the same negatives, none with its own query', () => {
    const control = buildControl('easy-shuffled', material());
    expect([...control.negatives].sort()).toEqual([...BASE.negatives].sort());
    for (const record of records) {
      for (const passage of negativesOf(control, record)) {
        expect(queryOf(passage)).not.toBe(BASE.queries[record]);
      }
    }
  });

  it('can be built where a query has half of all pairs, and not above', () => {
    const base = (first: number) =>
      idRecords([0, 0, [10, 11, 12, 13, 14].slice(0, first)], [1, 1, [20, 21, 22, 23]]);
    const half = buildControl('easy-shuffled', material({ base: base(4) }));
    expect([...half.negatives.subarray(0, 4)].sort()).toEqual([20, 21, 22, 23]);
    expect(() => buildControl('easy-shuffled', material({ base: base(5) }))).toThrow(ControlError);
  });
});

describe('own-positive', () => {
  it('has the positive in ⌊K/2⌋ places, and the base’s negatives in the others', () => {
    const control = buildControl('own-positive', material());
    for (const record of records) {
      const [before, after] = [negativesOf(BASE, record), negativesOf(control, record)];
      const replaced = after.filter((passage, k) => passage !== before[k]);
      expect(replaced).toEqual(new Array(Math.floor(before.length / 2)).fill(BASE.positives[record]));
    }
  });
});

describe.each([
  ['mix-25', 0.25],
  ['mix-50', 0.5],
  ['mix-75', 0.75],
  ['mix-100', 1],
] as const)('%s', (id, share) => {
  it('has foreign passages in round(share·K) places of each record', () => {
    const control = buildControl(id, material());
    for (const record of records) {
      const [before, after] = [negativesOf(BASE, record), negativesOf(control, record)];
      const replaced = after.filter((passage, k) => passage !== before[k]);
      expect(replaced).toHaveLength(Math.round(share * before.length));
      for (const passage of replaced) {
        expect(before).not.toContain(passage);
        expect(passage).not.toBe(BASE.positives[record]);
      }
    }
  });
});

describe('false-negative', () => {
  /** Positives at 0°, 10°, 20°, 30°, and 0° once more under another query; records 0 and 1 share a query. */
  const base = idRecords([0, 0, [9, 8]], [0, 1, [7]], [1, 2, [6, 5]], [2, 3, [4]], [3, 0, [3]]);

  it('takes the nearest positives of other queries, and not the record’s own text', () => {
    const control = buildControl('false-negative', material({ base, vector: (p) => unitAt(p * 10) }));
    // Record 0 may not take 1 (its query) nor 0 (its text, which record 4 has too); record 1 may take 0 from record 4.
    expect(negativesOf(control, 0)).toEqual([2, 3]);
    expect(negativesOf(control, 3)).toEqual([2]);
    expect(negativesOf(control, 4)).toEqual([1]);
  });

  it('takes the earlier record of two that are as near', () => {
    const vector = (passage: number) => unitAt([20, 0, 10, 0][passage] ?? 0);
    // From 10°, positive 1 (record 1) and 3 (record 3) stand at 0°, and 0 (record 0) at 20°, all as near.
    const control = buildControl('false-negative', material({ base, vector }));
    expect(negativesOf(control, 2)).toEqual([0, 1]);
    // All as near: record 1 meets positive 0 first, but in record 4, since record 0 has its query.
    const same = buildControl('false-negative', material({ base, vector: () => unitAt(0) }));
    expect(negativesOf(same, 1)).toEqual([2]);
  });

  it('needs K positives of other queries', () => {
    const lone = { ...base, queries: new Int32Array(5) };
    expect(() => buildControl('false-negative', material({ base: lone }))).toThrow(
      'Record 1 needs 2 positives of other queries; there are fewer.',
    );
  });
});

describe('buildMixture', () => {
  const replacedIn = ({ negatives }: IdRecords) =>
    [...negatives.keys()].filter((pair) => negatives[pair] !== BASE.negatives[pair]);

  it.each([1, 4, 10])('replaces the share of all pairs, with %d negatives a record too', (k) => {
    const negatives = Array.from({ length: k }, (_, place) => 1000 + place);
    const rows = Array.from({ length: 60 }, (_, i) => [i, i, negatives.map((id) => id + i * k)] as const);
    const base = idRecords(...rows);
    const pool = Int32Array.from([...base.positives, ...base.negatives]);
    for (const share of [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1]) {
      const { negatives } = buildMixture(share, material({ base, pool }));
      const replaced = [...negatives.keys()].filter((pair) => negatives[pair] !== base.negatives[pair]);
      expect(replaced).toHaveLength(Math.round(share * 60 * k));
    }
  });

  it('gives no record a passage of its own, nor one twice', () => {
    const mixed = buildMixture(1, material());
    for (const record of records) {
      const all = [...negativesOf(mixed, record), ...negativesOf(BASE, record), BASE.positives[record]];
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('keeps at a larger share what a smaller one replaced', () => {
    const [small, large] = [buildMixture(0.2, material()), buildMixture(0.6, material())];
    for (const pair of replacedIn(small)) expect(large.negatives[pair]).toBe(small.negatives[pair]);
    expect(buildMixture(0, material()).negatives).toEqual(BASE.negatives);
  });
});
