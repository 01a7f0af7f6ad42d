/** The real texts of the first lessons: passages of the demo with their cosines, and where they stand on the circle. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { cosines } from '../../../../scripts/demo/encoder.mjs';
import {
  circlePair,
  cosinesOf,
  geometryOf,
  POSITIVE_ANGLE,
} from '../../../../src/pages/learn/pair/pair-figures';
import {
  REAL_NEGATIVES,
  REAL_POSITIVE,
  REAL_QUERY,
  realTextAt,
} from '../../../../src/pages/learn/pair/real-texts';
import { MINI } from '../../../support/folders';

interface Passages {
  readonly query: string;
  readonly positive_passages: readonly { readonly text: string }[];
  readonly negative_passages: readonly { readonly text: string }[];
}

const RECORDS = ['embedding', 'bm25', 'random'].flatMap((source) =>
  readFileSync(join(import.meta.dirname, `../../../../public/demo/${source}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Passages),
);

it('are beginnings of passages of the demo, with the cosines of the bundled encoder', async () => {
  const passages = RECORDS.flatMap((record) => [...record.positive_passages, ...record.negative_passages]);
  const texts = [REAL_POSITIVE, ...REAL_NEGATIVES].map(
    ({ text }) => passages.find((passage) => passage.text.startsWith(text))?.text ?? '',
  );
  const record = RECORDS.find(({ query }) => query === REAL_QUERY);
  expect(record?.positive_passages.map(({ text }) => text)).toContain(texts[0]);
  const [found] = await cosines(MINI, [REAL_QUERY], texts);
  [REAL_POSITIVE, ...REAL_NEGATIVES].forEach(({ text, cosine }, i) =>
    expect(found?.[i], text).toBeCloseTo(cosine, 4),
  );
});

it('at every angle the encoder prefers the passage to the positive where the circle does', () => {
  const seen = new Set<string>();
  for (let angle = -180; angle <= 180; angle++) {
    const { text, cosine } = realTextAt(angle);
    seen.add(text);
    // On the positive both cosines are one: no order to hold.
    if (Math.abs(angle) === POSITIVE_ANGLE) continue;
    const { margin } = geometryOf(circlePair(angle));
    expect(cosine > REAL_POSITIVE.cosine, `${angle}°`).toBe(margin < 0);
    if (angle > 0) expect(cosine, `${angle}°`).toBeLessThanOrEqual(realTextAt(angle - 1).cosine);
  }
  expect(seen.size, 'each has its place').toBe(REAL_NEGATIVES.length);
});

it('has the cosines of three unit vectors', () => {
  const [up, un, pn] = cosinesOf(
    Float32Array.of(1, 0, 0),
    Float32Array.of(0.6, 0.8, 0),
    Float32Array.of(0, 0.6, -0.8),
  );
  expect(up).toBeCloseTo(0.6, 6);
  expect(un).toBeCloseTo(0, 6);
  expect(pn).toBeCloseTo(0.48, 6);
});
