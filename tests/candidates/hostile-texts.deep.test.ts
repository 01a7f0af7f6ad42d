/** Records whose texts are hostile: written as a made file and read again they are the same, and their names part sources. */

import { describe, expect, it } from 'vitest';

import { madeFile } from '../../src/candidates/made-file';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { openBench, loadedOf } from './fixtures';
import { sourceOf } from './support';
import { HOSTILE_TEXTS } from '../support/hostile';

const bench = await openBench();

/** Records whose every text is hostile. */
const RECORDS = HOSTILE_TEXTS.map((text, i) => ({
  query_id: text,
  query: `${text} query ${i}`,
  positive: `${i} positive ${text}`,
  negatives: HOSTILE_TEXTS.map((other, k) => `${other} negative ${i} ${k}`),
}));

const fileOfLines = (rows: readonly unknown[]): File =>
  new File(
    rows.map((row) => `${JSON.stringify(row)}\n`),
    'hostile.jsonl',
  );

describe('a source of hostile texts', () => {
  it('written as a made file is, read again, the same records', async () => {
    const source = sourceOf(await bench.load(fileOfLines(RECORDS)));
    const records = await bench.recordsOf(source);
    expect(records).toHaveLength(RECORDS.length);
    const structure = await bench.store.structure(source.id);
    const request = { ...structure, name: source.name, from: [source.id] };
    const { name, content } = await madeFile(bench.store, request);
    const again = sourceOf(await bench.load(new File([content], name)));
    expect(again.counts.rejected).toBe(0);
    expect(await bench.recordsOf(again)).toEqual(records);
    await bench.store.remove(source.id);
    await bench.store.remove(again.id);
  });

  it.each(['__proto__', 'constructor', '<b>', '=1+1', '\u202ename', 'a\u0000b'])(
    'parts into sources by a column of the hostile name %j',
    async (column) => {
      const rows = RECORDS.slice(0, 4).map((record, i) =>
        JSON.stringify({ ...record, label_column: i % 2 === 0 ? '__proto__' : 'constructor' }).replace(
          '"label_column"',
          JSON.stringify(column),
        ),
      );
      const file = new File([rows.join('\n')], 'labels.jsonl');
      const options = { ...defaultLoadOptions(file.name), label: { kind: 'column' as const, column } };
      const loaded = loadedOf(await bench.load(file, options));
      expect(loaded.sources.map(({ label, counts }) => [label, counts.records])).toEqual([
        ['__proto__', 2],
        ['constructor', 2],
      ]);
      for (const { id } of loaded.sources) await bench.store.remove(id);
    },
  );
});
