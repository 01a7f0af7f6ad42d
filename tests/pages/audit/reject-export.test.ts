import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { rejectsCsv } from '../../../src/pages/audit/findings/reject-export';
import { reject } from '../../support/results';

const REJECTS = [
  reject('a,b.jsonl', { place: 3, record: 'q7', code: 'null-field', field: 'pos', excerpt: '{"q": "x"}' }),
  reject('c.tsv', { placeKind: 'row', excerpt: '=1+1\ttwo\nlines', message: 'Not "a" row.' }),
];

describe('rejectsCsv', () => {
  it('has a line for each reject, under the header', () => {
    const { data, errors } = Papa.parse<string[]>(rejectsCsv(REJECTS).trimEnd());
    expect(errors).toEqual([]);
    expect(data).toEqual([
      ['file', 'place_kind', 'place', 'record', 'code', 'field', 'message', 'excerpt'],
      ['a,b.jsonl', 'line', '3', 'q7', 'null-field', 'pos', 'Not JSON.', '{"q": "x"}'],
      // A spreadsheet would run the excerpt as a formula.
      ['c.tsv', 'row', '1', '', 'broken-json', '', 'Not "a" row.', "'=1+1\ttwo\nlines"],
    ]);
  });
});
