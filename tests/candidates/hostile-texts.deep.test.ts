/** What this program writes, read again, whole and damaged: the same, or a refusal in our own words. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isError } from '../../src/candidates/errors';
import { madeFile } from '../../src/candidates/made-file';
import { readLabels, writeLabels, type PlacedLabel } from '../../src/candidates/marks/label-file';
import { emptyLabel } from '../../src/candidates/marks/labels';
import { keyText, MARKS } from '../../src/candidates/marks/marks';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { seededRandom } from '../../src/scoring/random';
import { Bench, loadedOf } from '../candidates/fixtures';
import { sourceOf } from '../candidates/support';
import { HOSTILE_TEXTS } from '../support/hostile';
import { damagedBytes, damagedJson } from './grammar';
import { expectOwnWords } from './judge';

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.start();
});

afterAll(() => bench.store.close());

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

describe('a damaged file of labels', () => {
  const labels = HOSTILE_TEXTS.slice(0, 20).map((note, i): PlacedLabel => {
    const label = emptyLabel(keyText(Uint32Array.of(i, 0x01020305, 3 * i, 4), 0), 'ann');
    const place = { source: 'ab'.charAt(i % 2), record: 1, position: 1 };
    return { ...label, mark: MARKS[i % 3] ?? null, note, ...place };
  });

  it('is read, or refused whole in our own words', async () => {
    const text = await (await writeLabels(labels, () => Promise.resolve())).text();
    const random = seededRandom(5);
    let refused = 0;
    for (let round = 0; round < 400; round += 1) {
      const written = round % 2 === 0 ? damagedJson(JSON.parse(text), random) : text;
      const { done, bytes } =
        round % 2 === 0
          ? { done: 'values', bytes: new TextEncoder().encode(written) }
          : damagedBytes(new TextEncoder().encode(text), random, 'labels.json');
      const read = await readLabels(new File([bytes], 'labels.json')).catch((error: unknown) => error);
      if (isError(read, 'LabelFileError')) {
        refused += 1;
        expectOwnWords(read.message);
      } else expect(read, `${round}, ${done}`).toBeInstanceOf(Array);
    }
    expect(refused).toBeGreaterThan(50);
  });
});
