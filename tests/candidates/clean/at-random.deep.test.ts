/** Files written at random lose about one pair in three and are read again: the records that should be left. */

import { expect, it } from 'vitest';

import { byTexts, cleanedAgain, lostBy, recordsOf, stored, without, withStore } from './support';

withStore();

/** Whole numbers below n, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

const random = seeded(17);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const many = <Item>(make: () => Item, most: number): Item[] => Array.from({ length: 1 + random(most) }, make);

const TEXTS = ['a', ' a', 'b "c"', '', ' ', 'd\\', ',]}', 'é\ud83d\ude00', '\u2028', 'x\ty', 'l1\nl2', '=1'];
const texts = () => many(() => pick(TEXTS), 5);
const end = () => pick(['\n', '\r\n', '\n\n']);

/** JSON in any spacing, sometimes with a key twice. */
function record(): string {
  const query = `q${random(1e6)}`;
  const value = { query, pos: [pick(['p', 'a'])], neg: texts(), neg_scores: texts().map(() => 0.5) };
  const json = JSON.stringify(value, null, pick([0, 1, '\t'])).replaceAll(/\n\s*/g, ' ');
  return random(4) === 0 ? `{"neg":["old"], ${json.slice(1)}` : json;
}

const lines = () => many(() => pick([record, record, record, () => '{"broken'])() + end(), 15).join('');

function array(): string {
  const records = many(record, 15).join(pick([',', ' , ', ',\n  ']));
  return `${pick(['', ' '])}[${pick(['', '\n '])}${records}${pick(['', '\n'])}]`;
}

function table(): string {
  const cell = (text: string): string =>
    /["\n,]/.test(text) || random(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text;
  const negatives = pick([['negative'], ['negative_1', 'negative_2', 'negative_3']]);
  const row = () =>
    [pick(['q', 'r']), pick(['p', 's']), ...negatives.map(() => pick(TEXTS))].map(cell).join() + end();
  return `query,positive,${negatives.join()}${end()}${many(row, 15).join('')}`;
}

/** Cleans a file. @returns how many pairs it lost; none where nothing would be left */
async function removedFrom(name: string, content: string): Promise<number> {
  const file = await stored(name, content).catch(() => null);
  // None of its few records was whole.
  if (file === null) return 0;
  const records = await recordsOf(file.loaded);
  const removed = (records[0] ?? []).flatMap(({ negatives }, at) =>
    negatives.flatMap((_, position) => (random(3) === 0 ? [[at, position] as const] : [])),
  );
  if (without(records, removed).length === 0) return 0;
  const { again, left, cleaned } = await cleanedAgain(file, removed);
  // A record of several rows stands where its first row does: without that row it comes later.
  expect(again.toSorted(byTexts)).toEqual(left.toSorted(byTexts));
  expect(lostBy(cleaned)).toEqual([removed.length, records.flat().length - left.length]);
  return removed.length;
}

it.each([
  ['a.jsonl', lines, 60, 200],
  ['a.json', array, 60, 200],
  ['a.csv', table, 80, 150],
] as const)(
  '%s: the records that are left',
  async (name, content, files, least) => {
    let removed = 0;
    for (let i = 0; i < files; i += 1) removed += await removedFrom(name, content());
    expect(removed).toBeGreaterThan(least);
  },
  180_000,
);
