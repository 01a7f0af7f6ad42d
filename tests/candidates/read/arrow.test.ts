import {
  Bool,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  Struct,
  Table,
  TimestampMillisecond,
  Utf8,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { CandidatesError } from '../../../src/candidates/errors';
import { isArrow } from '../../../src/candidates/read/arrow';
import { seededRandom } from '../../../src/scoring/random';
import { read, refusal } from '../support';

const texts = new List(new Field('item', new Utf8(), true));
const meta = new Struct([new Field('grade', new Float64(), true), new Field('gold', new Bool(), true)]);

function table(rows: number): Table {
  const numbers = Array.from({ length: rows }, (_, i) => i);
  return new Table({
    query: vectorFromArray(
      numbers.map((i) => `what is ${i} é`),
      new Utf8(),
    ),
    positive: vectorFromArray(
      numbers.map((i) => `it is ${i % 7}`),
      new Dictionary(new Utf8(), new Int32()),
    ),
    negatives: vectorFromArray(
      numbers.map((i) => [`not ${i}`, null, `nor ${i}`]),
      texts,
    ),
    id: vectorFromArray(
      numbers.map((i) => 2n ** 60n + BigInt(i)),
      new Int64(),
    ),
    small: vectorFromArray(
      numbers.map((i) => BigInt(i)),
      new Int64(),
    ),
    when: vectorFromArray(
      numbers.map(() => new Date(0)),
      new TimestampMillisecond(),
    ),
    meta: vectorFromArray(
      numbers.map((i) => ({ grade: i / 2, gold: true })),
      meta,
    ),
    nothing: vectorFromArray(
      numbers.map(() => null),
      new Utf8(),
    ),
  });
}

/** How reading a file ends: `read`, or with the name of an error. Records read are records loaded or rejected. */
async function ending(bytes: Uint8Array): Promise<string> {
  try {
    const { records, summary } = await read('a.arrow', bytes);
    expect(summary.counts.read).toBe(records.length + summary.counts.merged + summary.counts.rejected);
    return 'read';
  } catch (error) {
    return error instanceof CandidatesError ? error.name : String(error);
  }
}

describe('Arrow', () => {
  it.each(['stream', 'file'] as const)('is read as the same rows of JSON are: %s', async (kind) => {
    const bytes = tableToIPC(table(30), kind);
    const rows = Array.from({ length: 30 }, (_, i) => ({
      query: `what is ${i} é`,
      positive: `it is ${i % 7}`,
      negatives: [`not ${i}`, null, `nor ${i}`],
      id: String(2n ** 60n + BigInt(i)),
      small: i,
      when: '1970-01-01T00:00:00.000Z',
      meta: { grade: i / 2, gold: true },
      nothing: null,
    }));
    const { records, summary } = await read('data-00000-of-00001.arrow', bytes);
    const json = await read('a.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect(records).toEqual(json.records);
    expect(records).toHaveLength(30);
    expect(records[3]?.queryId).toBe(String(2n ** 60n + 3n));
    expect(summary.counts).toMatchObject({ read: 30, rejected: 0, blankNegativesRemoved: 30 });
  });

  it('is refused where it is cut off, with what to do', async () => {
    const bytes = tableToIPC(table(30), 'stream');
    const { error } = await refusal('a.arrow', bytes.subarray(0, bytes.length / 2));
    expect(error.message).toContain('Save it as Parquet or JSON Lines');
  });

  it('with damaged bytes is read or refused, and never read for ever', async () => {
    const random = seededRandom(20);
    const whole = tableToIPC(table(40), 'stream');
    const ends = new Set<string>();
    for (let round = 0; round < 150; round += 1) {
      const bytes = whole.slice();
      for (let byte = 0; byte < 3; byte += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      ends.add(await ending(bytes));
    }
    // A damaged name of a column leads to a question.
    const told = [...ends].map((end) =>
      end.replace(/^Error: a\.arrow: (which column|this looks like)[^]*/, 'asked'),
    );
    expect([...new Set(told)].sort()).toEqual(['UnreadableFileError', 'asked', 'read']);
  });

  it('is told by its first bytes', () => {
    expect(isArrow(tableToIPC(table(1), 'stream'))).toBe(true);
    expect(isArrow(tableToIPC(table(1), 'file'))).toBe(true);
    expect(isArrow(new TextEncoder().encode('ARROW1 is a text'))).toBe(false);
    expect(isArrow(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]))).toBe(false);
    expect(isArrow(new Uint8Array(0))).toBe(false);
  });
});
