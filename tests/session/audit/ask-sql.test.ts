import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { WorkerPair } from '../../../src/app/workers';
import { askedPairsSql, askTables } from '../../../src/session/audit/ask-sql';
import { loadSource, openCandidates } from '../../candidates/support';
import { jsonl } from '../../support/jsonl';
import type { MarksState } from '../../../src/session/audit/marks.svelte';

it('what is cancelled while the tables are being filled is not asked', async () => {
  const end = new AbortController();
  const ask = vi.fn();
  const fillPairs = () => new Promise(() => undefined);
  const pair = { engine: { fillPairs }, candidates: { fillMarks: fillPairs } } as unknown as WorkerPair;
  const answer = askTables(pair, { marked: () => [] } as unknown as MarksState, ask, end.signal);
  end.abort();
  await expect(answer).rejects.toMatchObject({ name: 'QueryCancelledError' });
  expect(ask).not.toHaveBeenCalled();
});

describe('the pairs of an answer', () => {
  const candidates = openCandidates();

  beforeAll(async () => {
    for (const name of ["o'hara", 'other']) {
      const content = jsonl({ query: 'q', positive: 'p', negatives: ['x', 'y'] });
      await loadSource(candidates, `${name}.jsonl`, content);
    }
  });

  it.each([
    [
      'the key of the source',
      'SELECT source, record, position FROM negatives WHERE position = 1 -- the first',
    ],
    [
      'its name',
      'SELECT s.name AS source, record, position\nFROM negatives JOIN sources s USING (source) WHERE position = 1;; -- both',
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
