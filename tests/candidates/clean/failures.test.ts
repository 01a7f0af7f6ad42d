import { describe, expect, it } from 'vitest';

import { clean, jsonlSource as source, pairs, removedPairs, stored, withStore } from './support';

withStore();

const RECORDS = [
  { id: 7, query: 'q1', pos: ['p1'], neg: ['=1+1', 'b, "c"', 'p1'] },
  { query: 'q2', pos: ['p2'], neg: ['<script>'] },
  { query: 'q3', pos: ['p1'], neg: ['b, "c"', 'd'] },
];

describe('an export that cannot be', () => {
  it('of which nothing would be left', async () => {
    const file = await source([{ query: 'q', pos: ['p'], neg: ['a'] }]);
    await expect(clean(file, [removedPairs(0, pairs('0:0'))])).rejects.toThrow(
      'no record would remain. Remove fewer pairs',
    );
  });

  it('of which nothing but blank lines would be left', async () => {
    const whole = await stored('a.jsonl', '{"query":"q","pos":["p"],"neg":["a"]}\n \r\n');
    await expect(clean(whole, [removedPairs(0, pairs('0:0'))])).rejects.toThrow('no record would remain');
  });

  it('with pairs that are not of the file', async () => {
    const file = await source(RECORDS);
    await expect(clean(file, [removedPairs(99, pairs('0:0'))])).rejects.toThrow('no source 99 comes from it');
    await expect(clean(file, [removedPairs(0, pairs('1:1'))])).rejects.toThrow(
      'record 2 of "nq" has no such',
    );
    await expect(clean(file, [removedPairs(0, pairs('9:0'))])).rejects.toMatchObject({
      name: 'ExportError',
    });
  });

  it('of a file that has changed', async () => {
    const changed = async (content: string) => {
      const before = await source(RECORDS);
      return Object.assign(before, {
        file: Object.assign(before.file, { stream: () => new Blob([content]).stream() }),
      });
    };
    const removed = [removedPairs(0, pairs('0:2'))];
    await expect(clean(await changed('{"query":"q","pos":["p"],"neg":["a"]}\n'), removed)).rejects.toThrow(
      'the file has changed since it was loaded (entry 1 has no negative number 3)',
    );
    await expect(clean(await changed('broken\n'), removed)).rejects.toMatchObject({
      name: 'FileChangedError',
    });
  });

  it('of a file that is gone', async () => {
    const file = await source(RECORDS);
    Object.assign(file.file, {
      stream: () =>
        new ReadableStream({ start: (controller) => controller.error(new Error('it was moved')) }),
    });
    const cleaning = clean(file, []);
    await expect(cleaning).rejects.toMatchObject({ name: 'ExportError' });
    await expect(cleaning).rejects.toThrow(/could not be read again \(The file could not be read\./);
  });
});
