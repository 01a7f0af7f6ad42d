/** One question to the workers. Its answer counts only while the same question would be asked again. */

import * as Comlink from 'comlink';
import { untrack } from 'svelte';

import { ask, type WorkerAccess } from './ask';
import type { Notice } from './errors';
import type { WorkerPair } from './workers';

/** What is asked, and how. */
export interface Inquiry<Question, Answer, Progress> {
  /**
   * Today's question: plain data that names everything the answer depends on (run, files, settings, rows).
   * Null while there is nothing to ask.
   */
  readonly question: () => Question | null;
  readonly answer: (
    workers: WorkerPair,
    question: Question,
    onProgress: (progress: Progress) => void,
  ) => Promise<Answer>;
  /** Ends the work under way; without it a question that is no longer today's runs to its end. */
  readonly cancel?: (workers: WorkerPair) => Promise<void>;
  /** Pause before a question that differs from the last one, in milliseconds: a slider is still moving. */
  readonly restMs?: number;
}

/**
 * Asks one question at a time, then the latest. Questions of two kinds are two objects, so they never cancel each other.
 */
export class Asked<Question, Answer, Progress = never> {
  /** Of the question under way; null while none is, or before its first word. */
  progress = $state.raw<Progress | null>(null);
  /** Why today's question has no answer; stays until it is asked again or another one is. */
  private failure = $state.raw<{ readonly key: string; readonly notice: Notice } | null>(null);
  private answered = $state.raw<{ readonly key: string; readonly answer: Answer } | null>(null);
  private asking = $state.raw<string | null>(null);
  private cancelled = false;
  private underWay: Promise<void> | null = null;

  constructor(
    private readonly workers: WorkerAccess<WorkerPair>,
    private readonly inquiry: Inquiry<Question, Answer, Progress>,
  ) {}

  private get today(): string | null {
    return keyOf(this.inquiry.question());
  }

  /** The answer to today's question; null before it is there. */
  get value(): Answer | null {
    return this.answered !== null && this.answered.key === this.today ? this.answered.answer : null;
  }

  /** The last answer, whatever it was asked: for a figure that follows a hand until the next one is there. */
  get last(): Answer | null {
    return this.answered?.answer ?? null;
  }

  /** Takes what answers a question without asking it. */
  seed(question: Question, answer: Answer): void {
    const key = keyOf(question);
    if (key !== null) this.answered = { key, answer };
  }

  get notice(): Notice | null {
    return this.failure !== null && this.failure.key === this.today ? this.failure.notice : null;
  }

  /** True while today's question is being answered. */
  get isAsking(): boolean {
    return this.asking !== null && this.asking === this.today;
  }

  /** Asks today's question where it is neither answered nor under way. Resolves to its answer; null if it has none. */
  async ask(): Promise<Answer | null> {
    this.cancelled = false;
    if (this.underWay !== null && this.asking !== this.today) await this.endWork();
    if (this.today !== null && this.answered?.key !== this.today) {
      this.underWay ??= this.askOn();
      await this.underWay;
    }
    return this.value;
  }

  /** In an effect: asks again whenever the question has become another one. */
  follow(): void {
    void this.today;
    untrack(() => void this.ask());
  }

  /** Ends the question under way. Today's question is asked again only by `ask`. */
  async cancel(): Promise<void> {
    this.cancelled = true;
    await this.endWork();
    await this.underWay;
  }

  /** Answers today's question, and again while it has become another one meanwhile. */
  private async askOn(): Promise<void> {
    let settled: string | null = null;
    while (!this.cancelled && this.today !== null && this.today !== settled) {
      if (this.answered?.key === this.today) break;
      if (this.inquiry.restMs) await rested(this.inquiry.restMs);
      settled = this.today;
      await this.askOnce();
    }
    this.underWay = null;
  }

  private async askOnce(): Promise<void> {
    const question = this.inquiry.question();
    const key = keyOf(question);
    if (question === null || key === null) return;
    this.asking = key;
    this.failure = null;
    const onProgress = Comlink.proxy((progress: Progress) => {
      // Messages may arrive after the answer.
      if (this.asking === key) this.progress = progress;
    });
    const answer = await ask(
      this.workers,
      async (pair) => ({ given: await this.inquiry.answer(pair, question, onProgress) }),
      (notice) => {
        if (notice.name !== 'RunCancelledError') this.failure = { key, notice };
      },
    );
    if (answer !== null) this.answered = { key, answer: answer.given };
    this.asking = null;
    this.progress = null;
  }

  private async endWork(): Promise<void> {
    const { cancel } = this.inquiry;
    if (cancel && this.asking !== null) await ask(this.workers, cancel);
  }
}

function keyOf(question: unknown): string | null {
  return question === null ? null : JSON.stringify(question);
}

function rested(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
