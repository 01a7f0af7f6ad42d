/** How much memory columns say that they take. */

import { expect, it } from 'vitest';

import { NewFile, type SourceColumns } from '../../../src/candidates/store/source-columns';
import { Texts } from '../../../src/candidates/store/texts';
import { read, readingOf, fileOf } from '../support';
import { jsonl } from '../../support/jsonl';

const RECORDS = 3_000;
const K = 50;

async function columnsOf(negatives: readonly string[]): Promise<SourceColumns> {
  const { records } = await read('a.jsonl', jsonl({ query: 'q', positive: 'p', negatives }));
  const file = new NewFile({ queries: new Texts(), passages: new Texts(), names: new Texts() });
  for (const record of records) for (let i = 0; i < RECORDS; i += 1) file.take(record, 1);
  // Arrays that grow have room to spare, and scores their place until it is known that there are none.
  const growing = file.bytes;
  const columns = file.filled().get(1);
  if (columns === undefined) throw new Error('no record');
  expect(growing).toBeGreaterThan(columns.bytes);
  return columns;
}

it('a source without scores takes three numbers a pair and six a record; blanks and copies count too', async () => {
  const negatives = Array.from({ length: K }, (_, i) => `n${i}`);
  expect((await columnsOf(negatives)).bytes).toBe(4 * (3 * K + 6) * RECORDS + 4);
  const blanks = Array<string>(K).fill('');
  expect((await columnsOf(['n', 'n', ...blanks])).bytes).toBe(4 * (3 + 3 + 3 * K + 6) * RECORDS + 4);
});

it('positives that wait for the last row are counted', async () => {
  const held = async (rows: number): Promise<number> => {
    const positive = { qid: 7, sentence1: 'q', sentence2: 'p', score: 1 };
    const content = jsonl(...Array<object>(rows).fill(positive), { ...positive, sentence2: 'n', score: 0 });
    const reading = await readingOf(fileOf('a.jsonl', content), {});
    await reading.read(new AbortController().signal);
    return reading.heldBytes;
  };
  expect((await held(20_000)) - (await held(10))).toBeGreaterThan(16 * 18_000);
});
