/** The SQL console: a statement, its answer, and the answer as a file. */

import type { QueryAnswer, TableFormat } from '../../../candidates/api';
import { ask, type WorkerAccess } from '../../../app/ask';
import type { Notice } from '../../../app/errors';
import type { Session } from '../../../app/session.svelte';
import { saveFile } from '../../../ui/save-file';
import type { WorkerPair } from '../../../app/workers';
import { MarksState } from '../../../session/audit/marks.svelte';
import { READY_QUESTIONS } from './ready-questions';

type SqlPair = Pick<WorkerPair, 'candidates' | 'engine' | 'guard'>;

/** Rows that are fetched to be shown; a file has all. */
const MOST_ROWS = 1000;

/** Rows on a page of the table. */
export const ROWS_PAGE = 100;

/** An answer with the statement that it answers. */
export interface Answered {
  readonly sql: string;
  readonly answer: QueryAnswer;
  readonly milliseconds: number;
}

export class ConsoleState {
  /** The text of the field. */
  sql = $state(READY_QUESTIONS[0]?.sql(0.05) ?? '');
  answered = $state.raw<Answered | null>(null);
  busy = $state<'asking' | 'saving' | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** 0-based page of the table. */
  page = $state(0);

  private readonly workers: WorkerAccess<SqlPair>;
  private readonly marks: MarksState;

  constructor(session: Session) {
    this.workers = session.workers;
    this.marks = session.state(MarksState);
  }

  get pages(): number {
    return Math.ceil((this.answered?.answer.rows.length ?? 0) / ROWS_PAGE);
  }

  /** The rows of the page. */
  get rows(): QueryAnswer['rows'] {
    const from = this.page * ROWS_PAGE;
    return this.answered?.answer.rows.slice(from, from + ROWS_PAGE) ?? [];
  }

  /** Runs the statement in the field. */
  async run(): Promise<void> {
    if (this.busy !== null) return;
    const { sql } = this;
    this.busy = 'asking';
    const start = performance.now();
    const options = { asker: 'console', limit: MOST_ROWS, count: true } as const;
    const answer = await this.ask(async ({ candidates, engine }) => {
      await engine.fillPairs();
      await candidates.fillMarks(this.marks.marked());
      return candidates.query(sql, options);
    });
    if (answer) {
      this.answered = { sql, answer, milliseconds: performance.now() - start };
      this.page = 0;
    }
    this.busy = null;
  }

  /** Cancels the running query or save. */
  async cancel(): Promise<void> {
    if (this.busy === null) return;
    const pair = await this.workers.ready();
    await pair.candidates.cancelQuery('console');
  }

  /** Saves all rows of the answered statement, shown or not. */
  async save(format: TableFormat): Promise<void> {
    if (this.busy !== null || this.answered === null) return;
    const { sql } = this.answered;
    this.busy = 'saving';
    const content = await this.ask(({ candidates }) => candidates.saveQuery(sql, format));
    if (content) saveFile(`negscope-answer.${format}`, content);
    this.busy = null;
  }

  private ask<T>(question: (pair: SqlPair) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}
