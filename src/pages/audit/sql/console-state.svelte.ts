/** The SQL console: a statement, its answer, and the answer as a file. */

import type { TableFormat } from '../../../candidates/export-query';
import type { QueryAnswer } from '../../../candidates/store/user-queries';
import { Asked } from '../../../app/asked.svelte';
import type { Notice } from '../../../app/errors';
import type { Session } from '../../../app/session.svelte';
import { saveFile } from '../../../ui/save-file';
import { askSql, sqlAsked, type SqlAsked } from '../../../session/audit/ask-sql';
import { Comparison } from '../../../session/comparison.svelte';
import { READY_QUESTIONS } from './ready-questions';

/** Rows that are fetched to be shown; a file has all. */
const MOST_ROWS = 100;

interface Answered {
  readonly sql: string;
  readonly answer: QueryAnswer;
  readonly milliseconds: number;
}

/** A file of all rows. Each press is a question of its own. */
interface FileAsked {
  readonly press: number;
  readonly sql: string;
  readonly format: TableFormat;
}

export class ConsoleState {
  /** The text of the field. */
  sql = $state('');
  /** The statement that was run last, and the file that was asked for last. */
  private ran = $state<string | null>(null);
  private wanted = $state.raw<FileAsked | null>(null);
  private presses = 0;

  private readonly comparison: Comparison;
  private readonly asked: Asked<SqlAsked & { readonly at: number | undefined }, Answered>;
  private readonly saving: Asked<FileAsked, boolean>;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    const { workers, marks, sources, run } = this.comparison;
    this.sql = READY_QUESTIONS[0]?.sql(run.finished?.result.settings.tau ?? 0.05) ?? '';
    this.asked = new Asked(workers, {
      question: () =>
        this.ran === null ? null : { at: run.finished?.at, ...sqlAsked(this.ran, sources.entries, marks) },
      answer: async (pair, { sql }) => {
        const start = performance.now();
        const options = { asker: 'console', limit: MOST_ROWS } as const;
        const answer = await askSql(pair, marks, sql, options);
        return { sql, answer, milliseconds: performance.now() - start };
      },
      cancel: ({ candidates }) => candidates.cancelQuery('console'),
    });
    this.saving = new Asked(workers, {
      question: () => this.wanted,
      answer: async ({ candidates }, { sql, format }) => {
        saveFile(`negscope-answer.${format}`, await candidates.saveQuery(sql, format));
        return true;
      },
      cancel: ({ candidates }) => candidates.cancelQuery('console'),
    });
  }

  /** Null where the sources, the run or marks that it read are others now. */
  get answered(): Answered | null {
    return this.asked.value;
  }

  /** What is said while it is busy; null while it is not. */
  get busy(): string | null {
    if (this.asked.isAsking) return this.comparison.workers.whileAsked('Asking …');
    return this.saving.isAsking ? 'Writing all rows …' : null;
  }

  /** True where there was an answer, of other inputs. */
  get isStale(): boolean {
    const { last, value, notice } = this.asked;
    return last !== null && value === null && notice === null && !this.asked.isAsking;
  }

  get notice(): Notice | null {
    return this.asked.notice ?? this.saving.notice;
  }

  /** Runs the statement in the field. */
  async run(): Promise<void> {
    if (this.busy !== null) return;
    this.ran = this.sql;
    this.wanted = null;
    await this.asked.ask();
  }

  /** Cancels the running query or save. */
  async cancel(): Promise<void> {
    await (this.saving.isAsking ? this.saving : this.asked).cancel();
  }

  /** Saves all rows of the answered statement, shown or not. */
  async save(format: TableFormat): Promise<void> {
    if (this.busy !== null || this.answered === null) return;
    this.wanted = { press: ++this.presses, sql: this.answered.sql, format };
    await this.saving.ask();
  }
}
