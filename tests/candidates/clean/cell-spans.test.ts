import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { cellsOf, cellSpans } from '../../../src/candidates/read/table-rows';

describe('cellSpans', () => {
  const cells = (row: string, delimiter: string): string[] | null => {
    const read = cellsOf(row, delimiter);
    return read && cellSpans(row, read, delimiter).map(({ start, end }) => row.slice(start, end));
  };

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
