import { Field, Float64, Int64, List, Table, Utf8, tableToIPC, vectorFromArray } from 'apache-arrow';
import { expect, it } from 'vitest';

import { pairs, roundTrip, withStore } from './support';

withStore();

it.each(['stream', 'file'] as const)('of an Arrow %s what stays comes out as JSON Lines', async (kind) => {
  const texts = new List(new Field('item', new Utf8(), true));
  const numbers = new List(new Field('item', new Float64(), true));
  const arrow = tableToIPC(
    new Table({
      query: vectorFromArray(['who wrote it', 'which river', 'what for'], new Utf8()),
      positive: vectorFromArray(['the poet', 'the Neckar', 'nothing'], new Utf8()),
      negatives: vectorFromArray([['a', 'b', 'c'], ['d'], ['e', 'f']], texts),
      negative_scores: vectorFromArray([[3, 2.5, 1], [2], [1, 0]], numbers),
      id: vectorFromArray([2n ** 60n, 1n, 2n], new Int64()),
    }),
    kind,
  );
  const { text, again, left } = await roundTrip('a.arrow', arrow, pairs('0:1 1:0'));
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    {
      query: 'who wrote it',
      positive: 'the poet',
      negatives: ['a', 'c'],
      negative_scores: [3, 1],
      id: String(2n ** 60n),
    },
    { query: 'what for', positive: 'nothing', negatives: ['e', 'f'], negative_scores: [1, 0], id: 2 },
  ]);
  expect(again).toEqual(left);
});
