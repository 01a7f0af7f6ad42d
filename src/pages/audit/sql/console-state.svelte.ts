/** The SQL console: a statement, its answer, and the answer as a file. */

import type { QueryAnswer } from '../../../candidates/store/user-queries';
import { ask } from '../../../app/ask';
import { Asked } from '../../../app/asked.svelte';
import type { Notice } from '../../../app/errors';
import type { Session } from '../../../app/session.svelte';
import type { WorkerPair } from '../../../app/workers';
import { saveFile } from '../../../ui/save-file';
import { askTables, sqlAsked } from '../../../session/audit/ask-sql';
import { Comparison } from '../../../session/comparison.svelte';
import { READY_QUESTIONS } from './ready-questions';

/** Rows that are fetched to be shown; a file has all. */
const MOST_ROWS = 100;

interface Answered {
  readonly sql: string;
  readonly answer: QueryAnswer;
  readonly milliseconds: number;
}

export class ConsoleState {
  /** The text of the field. */
  sql = $state('');
  /** The statement that was run last. */
  private ran = $state<string | null>(null);
  private isSaving = $state(false);
  private failure = $state.raw<Notice | null>(null);
  /** Of the statement that was run or saved last. */
  private end = new AbortController();

  private readonly comparison: Comparison;
  private readonly asked: Asked<ReturnType<typeof sqlAsked> & { readonly at: number | undefined }, Answered>;

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
        const ask = (candidates: WorkerPair['candidates']) => candidates.query(sql, options);
        const answer = await askTables(pair, marks, ask, this.end.signal);
        return { sql, answer, milliseconds: performance.now() - start };
      },
      cancel: (pair) => this.endIn(pair),
    });
  }

  /** Null where the sources, the run or marks that it read are others now. */
  get answered(): Answered | null {
    return this.asked.value;
  }

  /** What is said while it is busy; null while it is not. */
  get busy(): string | null {
    if (this.asked.isAsking) return this.comparison.workers.whileAsked('Asking …');
    return this.isSaving ? 'Writing all rows …' : null;
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
    this.end = new AbortController();
    await this.asked.ask();
  }

  async cancel(): Promise<void> {
    if (!this.isSaving) await this.asked.cancel();
    else await this.ask((pair) => this.endIn(pair));
  }

  private endIn({ candidates }: WorkerPair): Promise<void> {
    this.end.abort();
    return candidates.cancelQuery('console');
  }

  /** Saves all rows of the answered statement as CSV, shown or not. */
  async save(): Promise<void> {
    const { answered, comparison } = this;
    if (this.busy !== null || answered === null) return;
    this.isSaving = true;
    this.end = new AbortController();
    const save = (candidates: WorkerPair['candidates']) => candidates.saveQuery(answered.sql);
    const { signal } = this.end;
    const file = await this.ask((pair) => askTables(pair, comparison.marks, save, signal));
    this.isSaving = false;
    if (file) saveFile('negscope-answer.csv', file);
  }

  private ask<T>(question: (pair: WorkerPair) => Promise<T>): Promise<T | null> {
    this.failure = null;
    return ask(this.comparison.workers, question, (notice) => (this.failure = notice));
  }
}
