/** The pairs of an SQL answer as a filter of the linked views. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { AskedRows } from '../../crossfilter/cross-filter';
import { formatCount } from '../../ui/words';
import type { RunSource } from '../run/runs';
import { askedPairsSql } from './filter-sql';
import type { MarksState } from './marks.svelte';
import { rowsOfPairs, type RowNames } from './row-names';

/** Pairs that a filter takes at most: more would hold up the page as they cross from the worker. */
const MOST_PAIRS = 50_000;

export class SqlFilter {
  /** The last answer, with the pairs among which its rows are. */
  private last: { readonly names: RowNames; readonly asked: AskedRows } | null = null;

  constructor(
    private readonly workers: WorkerAccess<WorkerPair>,
    private readonly marks: MarksState,
    private readonly say: (notice: Notice | null) => void,
  ) {}

  /** The rows of a query; none, with a notice, where it fails. Null without a query. */
  async rowsOf(sql: string, names: RowNames, sources: readonly RunSource[]): Promise<AskedRows | null> {
    if (this.last?.names === names && this.last.asked.sql === sql) return this.last.asked;
    this.say(null);
    if (sql === '') return null;
    const answer = await ask(
      this.workers,
      async ({ candidates, engine }) => {
        await engine.fillPairs();
        await candidates.fillMarks(this.marks.marked());
        return candidates.query(askedPairsSql(sql), { limit: MOST_PAIRS });
      },
      this.say,
    );
    if (answer?.truncated) {
      const most = formatCount(MOST_PAIRS);
      this.say({
        name: 'SqlFilterError',
        message: `The answer has more than ${most} pairs; ${most} of them are shown. Narrow the query to see all of its pairs.`,
      });
    }
    const ids = new Map(sources.map(({ id, entry }) => [entry.name, id]));
    const pairs = (answer?.rows ?? []).flatMap(([name, record, position]) => {
      const source = ids.get(String(name));
      return source === undefined
        ? []
        : [{ source, record: Number(record) - 1, position: Number(position) - 1 }];
    });
    const asked = { sql, rows: rowsOfPairs(names, pairs) };
    this.last = { names, asked };
    return asked;
  }
}
