import { describe, expect, it } from 'vitest';

import { NearestSearch, type Rows } from '../../src/mining/search/nearest';
import { bestWithTies, type Ranked } from '../../src/mining/search/top';
import { cosine, embedded } from '../../src/scoring/neighbours';
import { atOnce } from '../../src/scoring/sliced';
import { seededRandom } from '../../src/scoring/random';
import { COSINES, cosinesModule } from '../support/assembly';

function rowsOf(vectors: readonly (readonly number[])[]) {
  const rows = vectors.map((vector) => Float32Array.from(vector));
  return { count: rows.length, dimension: rows[0]?.length ?? 0, row: (i: number) => rows[i] as Float32Array };
}

function drawn(count: number, d: number, seed: number) {
  const random = seededRandom(seed);
  return rowsOf(Array.from({ length: count }, () => Array.from({ length: d }, () => random() - 0.5)));
}

/** Float64 throughout, every passage with every query. */
function nearestPassages(queries: Rows, passages: Rows, k: number): Ranked[] {
  const places = Array.from({ length: passages.count }, (_, place) => place);
  const others = places.map((place) => embedded(passages.row(place)));
  return Array.from({ length: queries.count }, (_, i) => {
    const query = embedded(queries.row(i));
    const cosines = others.map((other) => cosine(query, other));
    return bestWithTies(places, cosines, k, 1e-6);
  });
}

const all = ({ count, row }: ReturnType<typeof rowsOf>) => Array.from({ length: count }, (_, i) => row(i));

describe.each(COSINES)('NearestSearch with %s.wasm', (name) => {
  const module = cosinesModule(name);
  const searchOf = (rows: Rows) => atOnce(NearestSearch.prepare(module, rows));

  it.each([
    { queries: 1, passages: 1, d: 3, k: 1 },
    { queries: 5, passages: 700, d: 16, k: 10 },
    { queries: 7, passages: 1030, d: 100, k: 3 },
    { queries: 64, passages: 513, d: 20, k: 40 },
    { queries: 3, passages: 30, d: 8, k: 100 },
  ])('is its float64 twin for $queries × $passages, d = $d, k = $k', ({ queries, passages, d, k }) => {
    const [asked, corpus] = [drawn(queries, d, 1), drawn(passages, d, 2)];
    expect(searchOf(corpus).search(all(asked), k)).toEqual(nearestPassages(asked, corpus, k));
  });

  it('stays so where cosines are nearly the same: vectors that differ in the sixth digit', () => {
    const random = seededRandom(5);
    const base = Array.from({ length: 24 }, () => random() - 0.5);
    const near = (width: number) => base.map((x) => x + width * (random() - 0.5));
    const corpus = rowsOf(Array.from({ length: 900 }, () => near(1e-5)));
    const asked = rowsOf([near(0.3), near(1e-5)]);
    expect(searchOf(corpus).search(all(asked), 20)).toEqual(nearestPassages(asked, corpus, 20));
  });

  it('stays so where one number is far larger than the others, and where one passage is', () => {
    const [asked, corpus] = [drawn(9, 40, 6), drawn(1100, 40, 7)];
    for (const row of [...all(asked), ...all(corpus)]) row[3] = 9;
    corpus.row(600).fill(0)[3] = 50;
    expect(searchOf(corpus).search(all(asked), 12)).toEqual(nearestPassages(asked, corpus, 12));
  });

  it('puts ties in the order of documents, and is not moved by rounding', () => {
    const corpus = (noise: number) =>
      rowsOf([
        [1, 0],
        [0, 1],
        [1, 1 + noise],
        [1 + noise, 1],
        [1, 1],
      ]);
    const query = [Float32Array.of(1, 1)];
    const [plain] = searchOf(corpus(0)).search(query, 4);
    const [noisy] = searchOf(corpus(3e-7)).search(query, 4);
    expect([...(plain?.passages ?? [])]).toEqual([2, 3, 4, 0]);
    expect([...(noisy?.passages ?? [])]).toEqual([2, 3, 4, 0]);
  });

  it('has cosine 0 for a vector of zeros, and nothing where there is no passage', () => {
    const corpus = rowsOf([
      [0, 0],
      [-1, 0],
    ]);
    const [found] = searchOf(corpus).search([Float32Array.of(1, 0)], 2);
    expect([...(found?.passages ?? [])]).toEqual([0, 1]);
    expect([...(found?.scores ?? [])]).toEqual([0, -1]);
    const [none] = searchOf(rowsOf([])).search([Float32Array.of(1, 0)], 2);
    expect(none?.passages).toHaveLength(0);
  });
});
