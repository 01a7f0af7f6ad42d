import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Content } from '../support';
import {
  byTexts,
  cleanedAgain,
  gzipped,
  lostBy,
  recordsOf,
  roundTrip,
  stored,
  without,
  withStore,
  type Again,
  type Loading,
} from './support';

withStore();

/** Whole numbers below n, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

/** Cleans a file of about one pair in three, reads it again and compares it with the records without these pairs. */
async function check(
  name: string,
  content: Content,
  random: (n: number) => number,
  loading: Loading = {},
): Promise<{ removed: number; left: number }> {
  const file = await stored(name, content, loading).catch(() => null);
  // None of its few records was whole.
  if (file === null) return { removed: 0, left: 0 };
  const records = await recordsOf(file.loaded);
  const removed = (records[0] ?? []).flatMap(({ negatives }, record) =>
    negatives.flatMap((_, position) => (random(3) === 0 ? [[record, position] as const] : [])),
  );
  if (without(records, removed).length === 0) return { removed: 0, left: 0 };
  const { again, left, cleaned } = await cleanedAgain(file, removed, loading);
  // A record of several rows stands where its first row does: without that row it comes later.
  const inOrder = (all: Again[]): Again[] => all.toSorted(byTexts);
  expect(inOrder(again)).toEqual(inOrder(left));
  expect(lostBy(cleaned)).toEqual([removed.length, records.flat().length - left.length]);
  return { removed: removed.length, left: left.length };
}

const TEXTS = ['a', ' a', 'b "c"', '', ' ', 'd\\', ',]}', 'é\ud83d\ude00', '\u2028', 'x\ty', 'l1\nl2', '=1'];

describe('files written at random', { timeout: 180_000 }, () => {
  const random = seeded(17);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const texts = (): string[] => Array.from({ length: 1 + random(5) }, () => pick(TEXTS));
  const many = <Item>(make: () => Item): Item[] => Array.from({ length: 1 + random(15) }, make);
  const end = (): string => pick(['\n', '\r\n', '\n\n']);

  /** JSON in any spacing, with keys in any order, some of them twice. */
  const record = (): string => {
    const spacing = pick([0, 1, '\t']);
    const lone = { neg: ['old'] };
    const value = {
      query: `q${random(1e6)}`,
      pos: [pick(['p', 'a'])],
      neg: texts(),
      neg_scores: texts().map(() => 0.5),
    };
    const json = JSON.stringify(value, null, spacing).replaceAll(/\n\s*/g, ' ');
    return random(4) === 0 ? `{${JSON.stringify(lone).slice(1, -1)}, ${json.slice(1)}` : json;
  };

  it('are, read again, the records that should be left: JSON lines', async () => {
    let removed = 0;
    for (let i = 0; i < 60; i += 1) {
      const content = many(() => pick([record, record, record, () => '{"broken'])() + end()).join('');
      removed += (await check('a.jsonl', content, random)).removed;
    }
    expect(removed).toBeGreaterThan(200);
  });

  it('JSON arrays', async () => {
    let removed = 0;
    for (let i = 0; i < 60; i += 1) {
      const content = `${pick(['', ' '])}[${pick(['', '\n '])}${many(record).join(pick([',', ' , ', ',\n  ']))}${pick(['', '\n'])}]`;
      removed += (await check('a.json', content, random)).removed;
    }
    expect(removed).toBeGreaterThan(200);
  });

  it('tables of one and of many negatives', async () => {
    let removed = 0;
    const cell = (text: string): string =>
      /["\n,]/.test(text) || random(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text;
    for (let i = 0; i < 80; i += 1) {
      const header = [
        'query',
        'positive',
        ...pick([['negative'], ['negative_1', 'negative_2', 'negative_3']]),
      ];
      const row = (): string =>
        [pick(['q', 'r']), pick(['p', 's']), ...header.slice(2).map(() => pick(TEXTS))].map(cell).join(',') +
        end();
      const content = `${header.join(',')}${end()}${many(row).join('')}`;
      removed += (await check('a.csv', content, random)).removed;
    }
    expect(removed).toBeGreaterThan(150);
  });
});

const SHARED = '/work/shared/data/formats';

describe.skipIf(!existsSync(SHARED))('shared files', () => {
  const FILES: readonly { readonly name: string; readonly loading?: Loading }[] = [
    ...['dpr_bm25.json', 'nq.jsonl', 'nli.jsonl', 'msmarco.jsonl', 'triplets_bm25.csv'].map((name) => ({
      name,
    })),
    { name: 'triplets_dense.tsv', loading: { byOrder: true } },
  ];

  it.each(FILES)('$name', async ({ name, loading }) => {
    const content = readFileSync(`${SHARED}/${name}`);
    const { removed, left } = await check(name, content, seeded(3), loading);
    expect(removed).toBeGreaterThan(2);
    expect(left).toBeGreaterThan(5);
    const whole = await roundTrip(name, content, [], loading);
    expect(Buffer.from(whole.bytes).equals(content)).toBe(true);
    const packed = gzipped(content.toString('utf8'));
    expect((await roundTrip(`${name}.gz`, packed, [], loading)).text).toBe(content.toString('utf8'));
  });
});
