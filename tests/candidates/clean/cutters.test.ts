import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { cutEntry } from '../../../src/candidates/clean/entry-cutter';
import { cutRow } from '../../../src/candidates/clean/table-cutter';
import { cellsOf, cellSpans } from '../../../src/candidates/read/table-rows';
import { type Draft, type NegativeList } from '../../../src/candidates/formats/format';

function draft(...lists: NegativeList[]): Draft {
  const fields = { query: 'query', positive: 'pos', negatives: 'neg' };
  return { queryId: null, query: 'q', positives: ['p'], lists, embeddings: null, scores: null, fields };
}

function list(
  texts: NegativeList['texts'],
  where: NegativeList['where'],
  key: string | null = null,
): NegativeList {
  return { key, texts, where, ranks: null };
}

const inList = (path: readonly string[], count: number, beside: readonly (readonly string[])[] = []) =>
  ({ kind: 'list', path, indices: [...Array(count).keys()], beside }) as const;

describe('cutEntry', () => {
  it('knows items by their index in the file, not among the negatives', () => {
    const labeled = '{"docs": ["p", "a", "r", "b"], "labels": [1, 0, 1, 0]}';
    const where = { kind: 'list', path: ['docs'], indices: [1, 3], beside: [['labels']] } as const;
    expect(cutEntry(labeled, draft(list(['a', 'b'], where)), new Set([1]))).toBe(
      '{"docs": ["p", "a", "r"], "labels": [1, 0, 1]}',
    );
  });

  it('makes a field blank and leaves all else', () => {
    const tuple = '{"anchor":"q","negative_1":"a\\"","negative_2" : "b","negative_1":"c"}';
    const where = { kind: 'fields', names: ['negative_1', 'negative_2'] } as const;
    const two = draft(list(['c', 'b'], where));
    expect(cutEntry(tuple, two, new Set([0]))).toBe(
      '{"anchor":"q","negative_1":"a\\"","negative_2" : "b","negative_1":""}',
    );
    expect(cutEntry(tuple, two, new Set([0, 1]))).toBeNull();
    expect(
      cutEntry(
        '["q", "p", "a", "b"]',
        draft(list(['a', 'b'], { kind: 'fields', names: ['3', '4'] })),
        new Set([0]),
      ),
    ).toBe('["q", "p", "", "b"]');
  });

  it('says what the entry lacks', () => {
    expect(() => cutEntry('{"neg": "a"}', draft(list(['a', 'b'], inList(['neg'], 2))), new Set([0]))).toThrow(
      'The entry has no list `neg`.',
    );
  });
});

describe('cutRow', () => {
  const columns = { delimiter: ',', header: ['id', 'query', 'positive', 'negative_1', 'negative_2'] };
  const where = { kind: 'fields', names: ['negative_1', 'negative_2'] } as const;
  const two = draft(list(['a', 'b'], where));

  it('blanks cells and leaves the others byte for byte', () => {
    const row = '007,"a ""q"", yes",  p ,"line one\r\nline, two",b';
    expect(cutRow(row, columns, two, new Set([0]))).toBe('007,"a ""q"", yes",  p ,,b');
    expect(cutRow(row, columns, two, new Set([1]))).toBe('007,"a ""q"", yes",  p ,"line one\r\nline, two",');
    expect(cutRow(row, columns, two, new Set([0, 1]))).toBeNull();
  });

  it('refuses a row that is not as the header says', () => {
    expect(() => cutRow('1,q,p,a', columns, two, new Set([0]))).toThrow(
      'The row has 4 cells, the header has 5.',
    );
    expect(() => cutRow('1,"q" x,p,a,b', columns, two, new Set([0]))).toThrow('quotes of the row are broken');
  });
});

describe('cellSpans', () => {
  const cells = (row: string, delimiter: string): string[] | null => {
    const read = cellsOf(row, delimiter);
    return read && cellSpans(row, read, delimiter).map(({ start, end }) => row.slice(start, end));
  };

  it('finds cells, empty ones too', () => {
    expect(cells('a,,"b,""c"" ",', ',')).toEqual(['a', '', '"b,""c"" "', '']);
    expect(cells('', ',')).toEqual(['']);
    expect(cells('"a"  ,b', ',')).toEqual(['"a"  ', 'b']);
    expect(cells('a"b,c', ',')).toEqual(['a"b', 'c']);
    expect(cells('"a\tb', '\t')).toEqual(['"a', 'b']);
  });

  it('cuts rows as PapaParse does, and finds the same ones broken', () => {
    let seed = 11;
    const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
    const alphabet = ['"', '"', '""', ',', ',', ' ', 'x', '\n', ';', '\t'];
    let [broken, whole] = [0, 0];
    for (let i = 0; i < 20_000; i += 1) {
      const row = Array.from({ length: random(10) }, () => alphabet[random(alphabet.length)]).join('');
      if (row === '') continue;
      const parsed = Papa.parse<string[]>(row, { delimiter: ',', newline: '\n' });
      // A line end outside quotes ends the row: such a text is none.
      if (row.includes('\n') && (parsed.errors.length > 0 || parsed.data.length > 1)) continue;
      const found = cells(row, ',');
      if (parsed.errors.length > 0) {
        broken += 1;
        expect(found, JSON.stringify(row)).toBeNull();
      } else {
        whole += 1;
        const values = found?.map((cell) =>
          cell.startsWith('"') ? cell.trimEnd().slice(1, -1).replaceAll('""', '"') : cell,
        );
        expect(values, JSON.stringify(row)).toEqual(parsed.data[0]);
      }
    }
    expect(Math.min(broken, whole)).toBeGreaterThan(1000);
  });
});
