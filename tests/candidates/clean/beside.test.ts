/** Lists and columns beside the negatives go with them, or stay and are named. */

import { describe, expect, it } from 'vitest';

import { parquet, readBack, types } from './parquet-support';
import { ofIds, pairs, RELABELLED, roundTrip, withStore, type RoundTrip } from './support';
import { jsonl } from '../../support/jsonl';

withStore();

type Row = Readonly<Record<string, unknown>>;

/** Records of 3, 2 and 4 negatives: `n-<record>-<place>`. */
const COUNTS = [3, 2, 4];

/** For each negative of a record, what a list beside it holds. */
const each = <Item>(record: number, make: (place: number) => Item, counts = COUNTS): Item[] =>
  Array.from({ length: counts[record] as number }, (_, place) => make(place));

/** Rows with a field of negatives and other fields. */
const rowsWith = (
  negatives: string,
  others: (record: number) => Row,
  counts = COUNTS,
  positives: Row | ((record: number) => Row) = { positive: 'p' },
): Row[] =>
  counts.map((_, record) => ({
    query: `q${record}`,
    ...(typeof positives === 'function' ? positives(record) : positives),
    [negatives]: each(record, (place) => `n-${record}-${place}`, counts),
    ...others(record),
  }));

/** A row without the item at a place of each of some lists. */
const without = (row: Row, place: number, lists: readonly string[], led: readonly string[] = []): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const at = lists.includes(name) ? place : led.includes(name) ? place + 1 : null;
      return [name, at === null ? value : (value as unknown[]).toSpliced(at, 1)];
    }),
  );

const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Takes the second negative of the first record out of a file of JSON lines. */
async function cut(rows: readonly Row[]): Promise<RoundTrip & { readonly rows: Row[] }> {
  const trip = await roundTrip('a.jsonl', jsonl(...rows), pairs('0:1'));
  expect(trip.again).toEqual(trip.left);
  return { ...trip, rows: rowsOf(trip.text) };
}

describe('lists whose names say so', () => {
  it.each([
    ['negatives', 'negative_scores'],
    ['negatives', 'negatives_scores'],
    ['negatives', 'negatives_labels'],
    ['negatives', 'neg_ids'],
    ['negatives', 'negative_titles'],
    ['negatives', 'negativeScores'],
    ['hard_negatives', 'hard_negative_ids'],
    ['hard_negatives', 'hard_negative_scores'],
    ['neg', 'neg_scores'],
    ['neg', 'neg_ids'],
    ['negative', 'scores'],
  ])('beside `%s`: `%s` loses the same item', async (field, name) => {
    const given = rowsWith(
      field,
      (record) => ({ [name]: each(record, (place) => 10 * record + place) }),
      COUNTS,
      {
        pos: ['p'],
      },
    );
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, [field, name]), ...given.slice(1)]);
    expect(cleaned.beside).toEqual([{ name, isCut: true, led: false, alike: 3, records: 3 }]);
  });

  it('as long as the negatives in some records: there, and that is said', async () => {
    const given = rowsWith('negatives', (record) => ({
      neg_scores: record === 1 ? [0.5] : each(record, Number),
    }));
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['negatives', 'neg_scores']), ...given.slice(1)]);
    expect(cleaned.beside).toEqual([{ name: 'neg_scores', isCut: true, led: false, alike: 2, records: 3 }]);
    const short = await roundTrip('a.jsonl', jsonl(...given), pairs('1:0'));
    expect(rowsOf(short.text)[1]).toEqual({ ...given[1], negatives: ['n-1-1'] });
  });

  it('of one of several lists of negatives, and not of the others', async () => {
    const given = rowsWith('negatives', (record) => ({
      hard_negatives: each(record, (place) => `h-${record}-${place}`),
      hard_negative_scores: each(record, (place) => place),
      negative_ids: each(record, (place) => `id-${place}`),
      scores: each(record, (place) => place),
    }));
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['negatives', 'negative_ids']), ...given.slice(1)]);
    // Whose the scores are is not clear.
    const scores = { name: 'scores', isCut: false, led: false, alike: 3, records: 3 };
    expect(cleaned.beside).toContainEqual(scores);
  });

  it('of negatives by the system that found them', async () => {
    const ids = (name: string, record: number) => each(record, (place) => `${name}-${record}-${place}`);
    const scores = (record: number) => each(record, (place) => place);
    const given = COUNTS.map((_, record) => ({
      qid: `q${record}`,
      pos: ['p'],
      neg: { bm25: ids('bm25', record), dense: ids('dense', record) },
      neg_scores: { bm25: scores(record), dense: scores(record) },
    }));
    const corpus = given.flatMap(({ neg }) => [...neg.bm25, ...neg.dense]);
    const queries = given.map(({ qid }) => qid);
    const loading = { label: { kind: 'keys' }, companions: ofIds(['p', ...corpus], queries) } as const;
    const { text, again, left } = await roundTrip('a.jsonl', jsonl(...given), pairs('0:1'), loading);
    expect(again).toEqual(left);
    const [found, ...others] = rowsOf(text);
    const [first, ...more] = given;
    expect(found).toEqual({
      ...first,
      neg: without(first?.neg ?? {}, 1, ['bm25']),
      neg_scores: without(first?.neg_scores ?? {}, 1, ['bm25']),
    });
    expect(others).toEqual(more);
  });

  it('of passages that are an object of lists: all of these', async () => {
    const given = COUNTS.map((_, record) => ({
      query: `q${record}`,
      passages: {
        is_selected: [0, ...each(record, () => 0)].with(1, 1),
        passage_text: [`n-${record}-0`, 'p', ...each(record, (place) => `n-${record}-${place + 1}`).slice(1)],
        url: each(record, String).concat('last'),
      },
    }));
    const { rows, cleaned } = await cut(given);
    const [first, ...others] = given;
    const passages = without(first?.passages ?? {}, 2, ['is_selected', 'passage_text', 'url']);
    expect(rows).toEqual([{ ...first, passages }, ...others]);
    const texts = types.list(types.text);
    const struct = types.struct({ is_selected: types.list(types.double), passage_text: texts, url: texts });
    const columns = parquet({
      query: [types.text, given.map(({ query }) => query)],
      passages: [struct, given.map((row) => row.passages)],
    });
    const trip = await roundTrip('a.parquet', columns, pairs('0:1'));
    expect(readBack(trip.bytes).rows).toEqual(rows);
    expect(trip.again).toEqual(trip.left);
    expect(cleaned.beside.map(({ name, isCut }) => [name, isCut])).toEqual([
      ['passages.is_selected', true],
      ['passages.url', true],
    ]);
  });
});

describe('lists as long as the negatives in every record', () => {
  it('go along, whatever their name, where records have different numbers of negatives', async () => {
    const given = rowsWith('negatives', (record) => ({ margins: each(record, (place) => place / 8) }));
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['negatives', 'margins']), ...given.slice(1)]);
    expect(cleaned.beside).toEqual([{ name: 'margins', isCut: true, led: false, alike: 3, records: 3 }]);
  });

  it('and one longer: the item of the positive comes first and stays', async () => {
    const given = rowsWith(
      'negative',
      (record) => ({
        scores: [9, ...each(record, (place) => place)],
        labels: [1, ...each(record, () => 0)],
      }),
      COUNTS,
      { positive: ['p'] },
    );
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([
      without(given[0] as Row, 1, ['negative'], ['scores', 'labels']),
      ...given.slice(1),
    ]);
    expect(cleaned.beside.map(({ name, isCut, led }) => [name, isCut, led])).toEqual([
      ['scores', true, true],
      ['labels', true, true],
    ]);
  });

  it('`scores` one longer also where all records have as many negatives', async () => {
    const counts = [3, 3];
    const scores = (record: number): Row => ({ scores: [9, ...each(record, (place) => place, counts)] });
    const given = rowsWith('negative', scores, counts, { positive: ['p'] });
    expect((await cut(given)).rows[0]).toEqual(without(given[0] as Row, 1, ['negative'], ['scores']));
  });
});

describe('lists that stay and are named', () => {
  it.each([
    ['in some records only', [['a', 'b', 'c'], ['a'], ['a']], 1],
    ['and missing in one', [['a', 'b', 'c'], null, ['a', 'b', 'c', 'd']], 2],
  ] as const)('`tags` is as long %s', async (_, tags, alike) => {
    const given = rowsWith('negatives', (record) => ({ tags: tags[record] }));
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['negatives']), ...given.slice(1)]);
    expect(cleaned.beside).toEqual([{ name: 'tags', isCut: false, led: false, alike, records: 3 }]);
  });

  it('`tags` and a vector are as long, and all records have as many negatives', async () => {
    const counts = [3, 3, 3];
    const given = rowsWith('negatives', () => ({ tags: ['a', 'b', 'c'], signal: [0.5, 0.25, 0.25] }), counts);
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['negatives']), ...given.slice(1)]);
    expect(cleaned.beside).toEqual([
      { name: 'tags', isCut: false, led: false, alike: 3, records: 3 },
      { name: 'signal', isCut: false, led: false, alike: 3, records: 3 },
    ]);
  });

  it('there are as many positives as negatives: lists of the positives stay, and `scores`', async () => {
    const positives = (record: number): Row => ({
      pos: each(record, (place) => `p-${record}-${place}`),
      pos_scores: each(record, (place) => place),
      positive_ids: each(record, (place) => `p${place}`),
    });
    const given = rowsWith(
      'neg',
      (record) => ({
        neg_scores: each(record, (place) => place),
        neg_ids: each(record, (place) => `n${place}`),
        scores: each(record, (place) => place),
        margins: each(record, (place) => place),
      }),
      COUNTS,
      positives,
    );
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([without(given[0] as Row, 1, ['neg', 'neg_scores', 'neg_ids']), ...given.slice(1)]);
    expect(cleaned.beside.filter(({ isCut }) => !isCut)).toEqual([
      { name: 'scores', isCut: false, led: false, alike: 3, records: 3 },
      { name: 'margins', isCut: false, led: false, alike: 3, records: 3 },
    ]);
  });

  it('embeddings have as many numbers as there are negatives: only those of the negatives go along', async () => {
    const counts = [3, 3];
    const vector = (place: number): number[] => [0, 1, 2].map((at) => Number(at === place % 3));
    const given = rowsWith(
      'negatives',
      (record) => ({
        query_embedding: vector(0),
        positive_embedding: vector(1),
        negative_embeddings: each(record, vector, counts),
      }),
      counts,
    );
    const { rows, cleaned } = await cut(given);
    expect(rows).toEqual([
      without(given[0] as Row, 1, ['negatives', 'negative_embeddings']),
      ...given.slice(1),
    ]);
    expect(cleaned.beside.map(({ name }) => name)).toEqual(['negative_embeddings']);
  });

  it('nothing is told of lists that are never as long, or where no record has two negatives', async () => {
    const given = rowsWith('negatives', () => ({ tags: ['a'], answers: ['b', 'c'] }));
    expect((await cut(given)).cleaned.beside).toEqual([]);
    const lone = rowsWith('negatives', () => ({ tags: ['a'] }), [1, 1]);
    expect((await roundTrip('a.jsonl', jsonl(...lone), pairs('0:0'))).cleaned.beside).toEqual([]);
  });
});

describe('instructions beside each text', () => {
  /** GritLM's form: an instruction beside each text. */
  const given = COUNTS.map((_, record) => ({
    query: ['Find the author', `q${record}`],
    pos: [['', 'p']],
    neg: each(record, (place) => ['', `n-${record}-${place}`]),
    neg_scores: each(record, (place) => place / 8),
    neg_ids: each(record, (place) => `id-${record}-${place}`),
    scores: [9, ...each(record, (place) => place)],
    tags: ['a', 'b', 'c'],
  }));
  const [first = {}, ...others]: readonly Row[] = given;
  const expected = [without(first, 1, ['neg', 'neg_scores', 'neg_ids'], ['scores']), ...others];

  it('go with it, in JSON lines and in Parquet', async () => {
    expect((await cut(given)).rows).toEqual(expected);
    const column = <Name extends keyof (typeof given)[number]>(name: Name) => given.map((row) => row[name]);
    const texts = types.list(types.text);
    const bytes = parquet({
      query: [texts, column('query')],
      pos: [types.list(texts), column('pos')],
      neg: [types.list(texts), column('neg')],
      neg_scores: [types.list(types.double), column('neg_scores')],
      neg_ids: [texts, column('neg_ids')],
      scores: [types.list(types.double), column('scores')],
      tags: [types.fixed(3, types.text), column('tags')],
    });
    const trip = await roundTrip('a.parquet', bytes, pairs('0:1'));
    expect(readBack(trip.bytes).rows).toEqual(expected);
    expect(trip.again).toEqual(trip.left);
    expect(trip.cleaned.beside.map(({ name, isCut, alike }) => [name, isCut, alike])).toEqual([
      ['neg_scores', true, 3],
      ['neg_ids', true, 3],
      ['scores', true, 3],
      ['tags', false, 1],
    ]);
  });
});

describe('lists beside the positives', () => {
  it('gain what false negatives had, and null where that is not known', async () => {
    const given = rowsWith(
      'neg',
      (record) => ({
        neg_scores: each(record, (place) => place),
        neg_ids: each(record, (place) => `n${place}`),
        pos_scores: [9],
        pos_ids: ['p0'],
        pos_labels: ['gold'],
        positive_note: ['a', 'b'],
      }),
      COUNTS,
      { pos: ['p'] },
    );
    const { text } = await roundTrip('a.jsonl', jsonl(...given), pairs('0:1'), {}, RELABELLED);
    expect(rowsOf(text)[0]).toEqual({
      ...without(given[0] as Row, 1, ['neg', 'neg_scores', 'neg_ids']),
      pos: ['p', 'n-0-1'],
      pos_scores: [9, 1],
      pos_ids: ['p0', 'n1'],
      pos_labels: ['gold', null],
    });
  });
});

describe('titles in columns of their own', () => {
  const header = 'query,positive,neg_1,neg_title_1,neg_2,neg_title_2,note';
  const row = 'q1,p1,"na a",Marbach,"nb b",Jena,kept';

  it('go with their negatives in tables', async () => {
    const { text, again, left } = await roundTrip('a.csv', `${header}\n${row}\n`, pairs('0:0'));
    expect(text).toBe(`${header}\nq1,p1,,,"nb b",Jena,kept\n`);
    expect(again).toEqual(left);
    expect(again[0]?.negatives).toEqual(['Jena nb b']);
  });

  it('in JSON lines and in Parquet', async () => {
    const object = {
      query: 'q1',
      positive: 'p1',
      neg_1: 'na a',
      neg_title_1: 'Marbach',
      neg_2: 'nb b',
      neg_title_2: 'Jena',
    };
    const blanked = { ...object, neg_1: '', neg_title_1: '' };
    const lines = await roundTrip('a.jsonl', jsonl(object), pairs('0:0'));
    expect(rowsOf(lines.text)).toEqual([blanked]);
    expect(lines.again).toEqual(lines.left);
    const columns = Object.entries(object).map(([name, value]) => [name, [types.text, [value]]] as const);
    const rows = await roundTrip('a.parquet', parquet(Object.fromEntries(columns)), pairs('0:0'));
    expect(readBack(rows.bytes).rows).toEqual([blanked]);
    expect(rows.again).toEqual(rows.left);
  });

  it('of two negatives stay with the one that is left, and do not come back as the other', async () => {
    const shared = 'query,positive,hard_neg,neg_title,easy_neg';
    const file = `${shared}\nq1,p1,"na a",Marbach,"nb b"\nq2,p2,"nc c",Jena,"nd d"\n`;
    const { text, again, left } = await roundTrip('a.csv', file, pairs('0:0'));
    expect(text).toBe(file.replace('"na a"', ''));
    // The first row has no negative of the first source any more: that source comes up later.
    const bySource = (all: typeof left) =>
      all.toSorted((a, b) => (a.query + a.source < b.query + b.source ? -1 : 1));
    expect(bySource(again)).toEqual(bySource(left));
  });

  it('a title that is missing stays missing', async () => {
    const object = {
      query: 'q1',
      positive: 'p1',
      neg_1: 'na a',
      neg_title_1: null,
      neg_2: 'nb b',
      neg_title_2: 'Jena',
    };
    const { text } = await roundTrip('a.jsonl', jsonl(object, { ...object, query: 'q2' }), pairs('0:0'));
    expect(rowsOf(text)[0]).toEqual({ ...object, neg_1: '' });
  });
});
