/** The pairs of an answer of SQL, by DuckDB. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { WorkerPair } from '../../../src/app/workers';
import { askedPairsSql, askSql, saveSql } from '../../../src/session/audit/ask-sql';
import { loadSource, openCandidates } from '../../candidates/support';
import { jsonl } from '../../support/jsonl';
import type { MarksState } from '../../../src/session/audit/marks.svelte';

it.each([
  ['asked', askSql],
  ['saved', saveSql],
])('the tables have the pairs and marks of now when they are %s', async (_, of) => {
  const calls: string[] = [];
  const note = (name: string) => [name, () => Promise.resolve(calls.push(name))] as const;
  const pair = {
    engine: Object.fromEntries([note('fillPairs')]),
    candidates: Object.fromEntries(['fillMarks', 'query', 'saveQuery'].map(note)),
  } as unknown as WorkerPair;
  await of(pair, { marked: () => [] } as unknown as MarksState, 'FROM pairs', { limit: 1 });
  expect(calls).toEqual(['fillPairs', 'fillMarks', of === askSql ? 'query' : 'saveQuery']);
});

describe('the pairs of an answer', () => {
  const candidates = openCandidates();

  beforeAll(async () => {
    for (const name of ["o'hara", 'other']) {
      const content = jsonl({ query: 'q', positive: 'p', negatives: ['x', 'y'] });
      await loadSource(candidates, `${name}.jsonl`, content);
    }
  });

  it('takes semicolons and blanks from the end of a query, and nothing else of it', () => {
    const blanks = ' \n;'.repeat(100_000);
    expect(askedPairsSql(`FROM a${blanks}`)).toContain('FROM (\nFROM a\n)');
    expect(askedPairsSql(`FROM a${blanks}b`)).toContain(`FROM (\nFROM a${blanks}b\n)`);
  });

  it.each([
    [
      'the key of the source',
      'SELECT source, record, position FROM negatives WHERE position = 1 -- the first',
    ],
    [
      'its name',
      'SELECT s.name AS source, record, position\nFROM negatives JOIN sources s USING (source) WHERE position = 1;;',
    ],
    [
      'more columns and its own table',
      "WITH asked AS (FROM negatives) SELECT '?' AS text, * FROM asked WHERE position = 1",
    ],
  ])('takes the pairs of another query by %s', async (_, sql) => {
    const asked = await candidates.query(askedPairsSql(sql), { limit: 9 });
    expect(asked.rows.map(String).sort()).toEqual(["o'hara,1,1", 'other,1,1']);
  });

  it('takes no pair of a query that names none, and says what a column lacks', async () => {
    const { rows } = await candidates.query(
      askedPairsSql("SELECT NULL AS source, 'x' AS record, 1 AS position"),
      { limit: 9 },
    );
    expect(rows).toEqual([]);
    await expect(candidates.query(askedPairsSql('SELECT 1 AS source'), { limit: 9 })).rejects.toMatchObject({
      name: 'QuerySyntaxError',
    });
  });
});
