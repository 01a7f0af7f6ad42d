/** Lists that stand as a text in a cell or field lose items, and all else stays as it is written. */

import { describe, expect, it } from 'vitest';

import { parquet, readBack, types } from './parquet-support';
import { pairs, RELABELLED, roundTrip, withStore } from './support';

withStore();

const ROWS = [
  [
    'who wrote it',
    'the poet wrote it',
    `['a "playwright" did, é', 'a doctor\\'s song', "it's unknown"]`,
    '[0.5, 1e-1,0.25]',
  ],
  ['which river', 'the Neckar it is', `['a railway', 'sand, and sea']`, '[1, 2]'],
] as const;
const header = 'query,positive,negatives,negative_scores\n';
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: readonly (readonly string[])[]): string =>
  header + rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');

/** The first row without its second negative. */
const CUT = [[ROWS[0][0], ROWS[0][1], `['a "playwright" did, é', "it's unknown"]`, '[0.5, 0.25]'], ROWS[1]];

describe('lists in cells', () => {
  it('lose an item and what is beside it, under quotes', async () => {
    const { text, again, left } = await roundTrip('a.csv', csv(ROWS), pairs('0:1'));
    expect(text).toBe(csv(CUT));
    expect(again).toEqual(left);
    expect(again[0]?.negatives).toEqual(['a "playwright" did, é', "it's unknown"]);
  });

  it('without quotes, as tab-separated files have them; a tuple of one item stays one', async () => {
    const tsv = (first: string): string =>
      `query\tpositive\tnegatives\nwho wrote it\tthe poet\t${first}\nwhich river\tthe Neckar\t('a railway', 'sand')\n`;
    const { text, again, left } = await roundTrip('a.tsv', tsv("('a song', 'b song')"), pairs('0:1'));
    expect(text).toBe(tsv("('a song',)"));
    expect(again).toEqual(left);
  });

  it('in fields of JSON lines, with its escapes', async () => {
    const written = String.raw`{"query": "who wrote it", "positive": "the poet", "negatives": "['\u00e9 a', \"b\\n c\", 'd']"}`;
    const other = JSON.stringify({
      query: 'which river',
      positive: 'Neckar',
      negatives: "['a railway', 'sea']",
    });
    const { text, again, left } = await roundTrip('a.jsonl', `${written}\n${other}\n`, pairs('0:1'));
    expect(text).toBe(`${written.replace(String.raw` \"b\\n c\",`, '')}\n${other}\n`);
    expect(again).toEqual(left);
  });

  it('in Parquet', async () => {
    const names = ['query', 'positive', 'negatives', 'negative_scores'];
    const columns = names.map((name, at) => [name, [types.text, ROWS.map((row) => row[at])]] as const);
    const { bytes, again, left } = await roundTrip(
      'a.parquet',
      parquet(Object.fromEntries(columns)),
      pairs('0:1'),
    );
    expect(readBack(bytes).rows.map((row) => Object.values(row as object))).toEqual(CUT);
    expect(again).toEqual(left);
  });

  it('of false negatives move to the positives', async () => {
    const file = (pos: string, neg: string): string =>
      `query,pos,neg\nwho wrote it,${quoted(pos)},${quoted(neg)}\nwhich river,"['Neckar']","['sea', 'sand']"\n`;
    const { text } = await roundTrip(
      'a.csv',
      file(`['the poet']`, `['a', 'b "b"']`),
      pairs('0:1'),
      {},
      RELABELLED,
    );
    expect(text).toBe(file(`['the poet', 'b "b"']`, `['a']`));
  });

  it.each([
    [`['the poet']`, `['a', 'b']`, `['the poet', 'b']`, '[0.9, None]', `['a']`],
    ['["the poet"]', '["a", "b"]', '["the poet", "b"]', '[0.9, null]', '["a"]'],
  ])(
    'of false negatives without a score leave its place empty: %s',
    async (pos, neg, moved, scores, left) => {
      const file = (...cells: string[]) =>
        `query,pos,pos_scores,neg\n${['q', ...cells].map(quoted).join()}\n`;
      const { cleaned } = await roundTrip('a.csv', file(pos, '[0.9]', neg), pairs('0:1'), {}, RELABELLED);
      expect(await cleaned.content.text()).toBe(file(moved, scores, left));
    },
  );
});

describe('a row whose entry goes', () => {
  it('is the whole row', async () => {
    const { text } = await roundTrip('a.csv', csv(ROWS), pairs('1:0 1:1'));
    expect(text).toBe(csv(ROWS.slice(0, 1)));
  });
});
