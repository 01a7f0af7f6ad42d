/** Labels as a file, and back. */

import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import {
  isLabelFile,
  readLabels,
  writeLabels,
  type PlacedLabel,
} from '../../../src/candidates/marks/label-file';
import { emptyLabel, type Label } from '../../../src/candidates/marks/labels';
import { keyText, keyWords } from '../../../src/candidates/marks/marks';
import { IS_DEEP } from '../../support/deep';
import { HOSTILE_TEXTS } from '../../support/hostile';

const MANY = IS_DEEP ? 250_000 : 10_000;

const AT = Date.UTC(2026, 0, 2);
const KEY = '00000001000000020000000300000004';

/** Two labels on pairs of loaded sources, and one on a pair of none. */
const ROWS: readonly PlacedLabel[] = [
  {
    key: KEY,
    by: 'me',
    mark: 'drop',
    via: 'in bulk: near the positive',
    kind: 'filter',
    verdict: 'does not answer',
    note: '',
    at: AT,
    source: 'bm25',
    record: 1,
    position: 3,
  },
  {
    ...emptyLabel('ffffffff000000000000000000abcdef', 'ann'),
    mark: 'false-negative',
    note: '=answers, "yes"\nsecond line',
    source: 'dense,1',
    record: 42,
    position: 1,
  },
  {
    ...emptyLabel('00000009000000090000000900000009', 'bob'),
    note: 'only a note',
    source: null,
    record: null,
    position: null,
  },
];

const fileOf = (name: string, content: BlobPart) => new File([content], name, { lastModified: AT });
const written = async (rows: readonly PlacedLabel[]) =>
  fileOf('labels.json', await writeLabels(rows, () => Promise.resolve()));
const said = (rows: readonly PlacedLabel[]): Label[] =>
  rows.map(({ source: _s, record: _r, position: _p, ...label }) => ({ ...label, by: 'file labels.json' }));

/** Rows of one author, with notes. */
const dropped = (notes: readonly string[]): PlacedLabel[] =>
  notes.map((note, i) => ({
    ...emptyLabel(keyText(Uint32Array.of(i, 2, 3, 4), 0), 'ann'),
    mark: 'drop',
    note,
    source: note,
    record: 1,
    position: 1,
  }));

it('a key has one form as text and one in words', () => {
  expect(keyText(keyWords(KEY), 0)).toBe(KEY);
});

describe('a file of labels', () => {
  it('has what was said, by whom and when, and where the pairs stand', async () => {
    const { labels } = JSON.parse(await (await written(ROWS)).text()) as { labels: unknown[] };
    expect(labels).toMatchObject([
      { ...ROWS[0], at: '2026-01-02T00:00:00.000Z' },
      { by: 'ann', source: 'dense,1', record: 42, position: 1 },
      { by: 'bob', source: null },
    ]);
  });

  it('gives the same labels when it is read, of the file as their author: none is the user’s', async () => {
    const read = await readLabels(await written(ROWS));
    expect(read).toEqual(said(ROWS));
    const again = await readLabels(
      await written(read.map((label, i) => ({ ...ROWS[i], ...label }) as PlacedLabel)),
    );
    expect(again).toEqual(read);
  });

  it('gives the same labels packed', async () => {
    const content = await (await written(ROWS)).text();
    const packed = fileOf('labels.json', Uint8Array.from(gzipSync(content)));
    expect(await readLabels(packed)).toEqual(await readLabels(await written(ROWS)));
  });

  it('keeps hostile notes', async () => {
    const rows = dropped(HOSTILE_TEXTS);
    expect(await readLabels(await written(rows))).toEqual(said(rows));
  });

  it('of nothing is a file too', async () => {
    expect(await readLabels(await written([]))).toEqual([]);
  });

  it(`holds ${MANY} labels`, async () => {
    const rows = dropped(new Array<string>(MANY).fill(''));
    const labels = await readLabels(await written(rows));
    expect([labels.length, labels.at(-1)?.key]).toEqual([MANY, rows.at(-1)?.key]);
  });

  it('may leave out all but the key', async () => {
    const content = `{"format":"negscope-labels","version":1,"labels":[{"key":"${KEY}"}]}`;
    expect(await readLabels(fileOf('a.json', content))).toEqual([
      { ...emptyLabel(KEY, 'file a.json'), at: AT },
    ]);
  });

  it('is told from lines of verdicts', async () => {
    expect(isLabelFile(await (await written(ROWS)).text())).toBe(true);
    expect(isLabelFile('\ufeff{ "format": "negscope-labels", "version": 1')).toBe(true);
    expect(isLabelFile('{"key":"00","verdict":"answers","judge":"negscope-labels"}')).toBe(false);
  });

  const ofLabels = (...labels: readonly object[]) =>
    JSON.stringify({ format: 'negscope-labels', version: 1, labels });
  it.each([
    ['nothing', '', 'it is not whole JSON'],
    ['format', 'null', 'it says "format": missing'],
    ['version', ofLabels().replace('1', '2'), '"version": 2. Expected "negscope-labels", version 1'],
    ['list', ofLabels().replace('[]', '0'), 'with a list of "labels"'],
    ['label', ofLabels(7 as unknown as object), 'label 1 is 7. Expected an object'],
    ['key', ofLabels({ key: KEY }, { key: '12' }), 'label 2: "key" is "12". Expected 32 hexadecimal digits'],
    ['mark', ofLabels({ key: KEY, mark: 'dropp' }), 'Expected keep, drop, false-negative or nothing'],
    ['verdict', ofLabels({ key: KEY, verdict: 'yes' }), 'label 1: "verdict" is "yes". Expected answers,'],
    ['note', ofLabels({ key: KEY, note: {} }), 'label 1: "note" is {}. Expected a text'],
    ['time', ofLabels({ key: KEY, at: 'late' }), '"at" is "late". Expected a date and time or nothing'],
  ])('with a fault in its %s is refused with the place', async (_, content, message) => {
    const refused = readLabels(fileOf('labels.json', content));
    await expect(refused).rejects.toMatchObject({
      name: 'LabelFileError',
      message: expect.stringMatching(
        /^labels\.json, .* No label was taken from it: correct it and import it again\.$/s,
      ) as string,
    });
    await expect(refused).rejects.toThrow(message);
  });
});
