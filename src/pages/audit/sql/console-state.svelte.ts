/** The SQL console: a statement, its answer, and the answer as a file. */

import type { TableFormat } from '../../../candidates/export-query';
import type { QueryAnswer } from '../../../candidates/store/user-queries';
import { ask } from '../../../app/ask';
import { Asked } from '../../../app/asked.svelte';
import type { Notice } from '../../../app/errors';
import type { Session } from '../../../app/session.svelte';
import { saveFile } from '../../../ui/save-file';
import { askSql, sqlAsked, type SqlAsked } from '../../../session/audit/ask-sql';
import { Comparison } from '../../../session/comparison.svelte';
import { READY_QUESTIONS } from './ready-questions';

/** Rows that are fetched to be shown; a file has all. */
const MOST_ROWS = 100;

export interface Answered {
  readonly sql: string;
  readonly answer: QueryAnswer;
  readonly milliseconds: number;
}

interface ConsoleAsked extends SqlAsked {
  /** When the run was done; null before the first. */
  readonly at: number | null;
}

export class ConsoleState {
  /** The text of the field. */
  sql = $state(READY_QUESTIONS[0]?.sql(0.05) ?? '');
  /** The statement that was run last. */
  private ran = $state<string | null>(null);
  private saving = $state(false);
  private failure = $state.raw<Notice | null>(null);

  private readonly comparison: Comparison;
  private readonly asked: Asked<ConsoleAsked, Answered>;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    const { workers, marks } = this.comparison;
    this.asked = new Asked(workers, {
      question: () => this.question,
      answer: async (pair, { sql }) => {
        const start = performance.now();
        const options = { asker: 'console', limit: MOST_ROWS } as const;
        const answer = await askSql(pair, marks, sql, options);
        return { sql, answer, milliseconds: performance.now() - start };
      },
      cancel: ({ candidates }) => candidates.cancelQuery('console'),
    });
  }

  /** Null where the sources, the run or marks that it read are others now. */
  get answered(): Answered | null {
    return this.asked.value;
  }

  get busy(): 'asking' | 'saving' | null {
    if (this.asked.isAsking) return 'asking';
    return this.saving ? 'saving' : null;
  }

  /** What is said while it is busy. */
  get busyWords(): string {
    if (this.busy === 'saving') return 'Writing all rows …';
    return this.comparison.workers.whileAsked('Asking …');
  }

  /** True where there was an answer, of other inputs. */
  get isStale(): boolean {
    const { last, value, notice } = this.asked;
    return last !== null && value === null && notice === null && !this.asked.isAsking;
  }

  get notice(): Notice | null {
    return this.asked.notice ?? this.failure;
  }

  /** Runs the statement in the field. */
  async run(): Promise<void> {
    if (this.busy !== null) return;
    this.ran = this.sql;
    this.failure = null;
    await this.asked.ask();
  }

  /** Cancels the running query or save. */
  async cancel(): Promise<void> {
    if (this.saving) await this.once(({ candidates }) => candidates.cancelQuery('console'));
    else await this.asked.cancel();
  }

  /** Saves all rows of the answered statement, shown or not. */
  async save(format: TableFormat): Promise<void> {
    if (this.busy !== null || this.answered === null) return;
    const { sql } = this.answered;
    this.saving = true;
    const content = await this.once(({ candidates }) => candidates.saveQuery(sql, format));
    if (content) saveFile(`negscope-answer.${format}`, content);
    this.saving = false;
  }

  private get question(): ConsoleAsked | null {
    const { run, sources, marks } = this.comparison;
    const at = run.finished?.at ?? null;
    return this.ran === null ? null : { at, ...sqlAsked(this.ran, sources.entries, marks) };
  }

  private once<T>(question: Parameters<typeof ask<T, Workers>>[1]): Promise<T | null> {
    this.failure = null;
    return ask<T, Workers>(this.comparison.workers, question, (notice) => (this.failure = notice));
  }
}

type Workers = Awaited<ReturnType<Comparison['workers']['ready']>>;
