import { Field, List, Struct, Utf8 } from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { Tally } from '../../../src/candidates/records/tally';
import { parquetFixture } from '../parquet-fixtures';
import { tallyOf } from '../support';

describe('letters of a broken encoding', () => {
  it.each([
    ['a cafÃ© here', 'cafÃ©'],
    ['itâ€™s', 'itâ€™s'],
    ['costs Â£5', 'Â£5'],
    ['"SÃ£o Paulo"', 'SÃ£o'],
  ])('are found in %s', (text, word) => {
    const tally = new Tally();
    tally.seeLetters('plain');
    tally.seeLetters(text);
    expect(tally.broken).toEqual({ entries: 1, examples: [word] });
  });

  it.each(['SÃO PAULO', 'Âme', 'âge', '5 €', 'â €', 'café'])('are not found in %s', (text) => {
    const tally = new Tally();
    tally.seeLetters(text);
    expect(tally.broken.entries).toBe(0);
  });
});

describe('of a Parquet file', () => {
  const passage = new Struct([new Field('text', new Utf8(), true)]);
  const passages = new List(new Field('item', passage, true));
  const record = (positive: string, negatives: number) => ({
    query: 'which one',
    positive_passages: [{ text: positive }],
    negative_passages: Array.from({ length: negatives }, (_, i) => ({ text: `a negative ${i}` })),
  });
  const file = (records: readonly ReturnType<typeof record>[]) =>
    parquetFixture(
      (['query', 'positive_passages', 'negative_passages'] as const).map((name) => ({
        name,
        type: name === 'query' ? new Utf8() : passages,
        values: records.map((each) => each[name]),
      })),
    );

  it('letters are found in texts inside lists', async () => {
    const tally = await tallyOf('f.parquet', file([record('a', 1), record('a cafÃ©', 1)]));
    expect(tally.broken).toEqual({ entries: 1, examples: ['cafÃ©'] });
  });
});

it('negatives that stand for nothing are counted, with three of them; words that only begin so are none', async () => {
  const negatives = [
    ['N/A', 'a text'],
    ['nan', '-'],
    ['None', 'none of these', 'N/A'],
    ['banana', 'a - b'],
  ];
  const rows = negatives.map((each, i) =>
    JSON.stringify({ query: `q ${i}`, positive: `p ${i}`, negatives: each }),
  );
  const { placeholders } = await tallyOf('a.jsonl', rows.join('\n'));
  expect(placeholders).toEqual({ negatives: 5, examples: ['N/A', 'nan', '-'] });
});
