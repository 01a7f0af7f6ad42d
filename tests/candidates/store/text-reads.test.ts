import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { integerRange, utf8Texts } from '../../../src/candidates/store/arrow';
import { Database, type Connection } from '../../../src/candidates/store/database';
import { createTables } from '../../../src/candidates/store/tables';
import { HashedTexts } from '../../../src/candidates/store/hashed-texts';
import { createTextHash } from '../../../src/candidates/store/text-hash';
import { TextIds } from '../../../src/candidates/store/text-ids';
import { findTexts, PASSAGES, QUERIES, readTexts } from '../../../src/candidates/store/text-reads';
import { nodeEngine } from '../support';

const COUNT = 200_000;
const textOf = (id: number): string => `passage ${id} é\u0000😀`;

describe('readTexts', () => {
  let database: Database;
  let connection: Connection;

  beforeAll(async () => {
    database = await Database.start(nodeEngine);
    connection = await database.connect();
    await createTables(connection);
    const [ids, hashed] = [new TextIds(), new HashedTexts(await createTextHash())];
    for (let id = 0; id < COUNT; id += 1) ids.idOf(hashed, textOf(id));
    const { texts } = ids.takeNew();
    await connection.insert('passages', [integerRange('passage', 0, COUNT), utf8Texts('text', texts)]);
  });

  afterAll(() => database.close());

  /** Spread over all ids, each step prime to their number. */
  const spread = (count: number): number[] => Array.from({ length: count }, (_, i) => (i * 77_773) % COUNT);

  it.each([
    ['no ids', []],
    ['one id', [COUNT - 1]],
    ['consecutive ids', Array.from({ length: 5_000 }, (_, i) => 70_000 + i)],
    ['consecutive ids, backwards', Array.from({ length: 5_000 }, (_, i) => 70_000 - i)],
    ['every third id', Array.from({ length: 9_000 }, (_, i) => 3 * i)],
    ['ids far apart in no order', spread(8_000)],
    ['more ids than one statement reads', spread(40_000)],
    ['ids that come again', [5, 5, 199_999, 0, 5, 0]],
  ])('gives %s', async (_, ids) => {
    expect(await readTexts(connection, PASSAGES, Int32Array.from(ids))).toEqual(ids.map(textOf));
  });

  it.each([
    ['below', [-1]],
    ['above, among near ones', [COUNT - 2, COUNT, COUNT - 1]],
    ['above, far away', [3, COUNT + 70_000]],
  ])('names an id that has no text: %s', async (_, ids) => {
    await expect(readTexts(connection, PASSAGES, Int32Array.from(ids))).rejects.toMatchObject({
      name: 'UnknownSourceError',
      message: expect.stringMatching(/The source of passage (-1|200000|270000) is not loaded/) as string,
    });
  });

  it('leaves out one text that is gone, and gives the others', async () => {
    const ids = Int32Array.of(COUNT - 2, COUNT, COUNT - 1);
    const cut = (id: number): string => textOf(id).slice(0, 12);
    expect(await findTexts(connection, PASSAGES, ids, 12)).toEqual([cut(COUNT - 2), null, cut(COUNT - 1)]);
    expect(await findTexts(connection, QUERIES, Int32Array.of(0), null)).toEqual([null]);
  });
});
