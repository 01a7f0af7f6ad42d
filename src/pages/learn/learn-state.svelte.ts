/** The state of the page: its parameters, what was done, and what is said to a try. */

import type { HistoryStep } from '../../app/router.svelte';
import type { Session } from '../../app/session.svelte';
import { JUDGED } from './example';
import { idsIn } from './lesson';
import { judgement, LESSONS } from './lessons';
import {
  lessonOf,
  lessonParameters,
  readParameters,
  writeParameters,
  type LearnParameters,
} from './parameters';
import type { World } from './train/learnt';

/** How long Check rests after a wrong try, and how long a pair is read before a verdict counts, in milliseconds. */
const REST_MS = 3000;
const READING_MS = 2000;

export class LearnState {
  parameters = $state<LearnParameters>(lessonParameters(1));
  /** Lessons that are done. */
  done = $state.raw<readonly number[]>([]);
  /** Checks in this lesson since it was opened or reset. */
  tries = $state(0);
  /** What is said to the last try. */
  help = $state('');
  /** After a wrong try. */
  resting = $state(false);
  /** The pair of lesson 10 that is shown, from 0. */
  pair = $state(0);
  /** True once that pair was shown for long enough. */
  isRead = $state(false);

  /** The worlds that were trained for lesson 3. */
  worlds = $state.raw<readonly World[]>([]);

  /** Predictions and answers of the lessons that were left. */
  private readonly left: Partial<Record<number, Pick<LearnParameters, 'said' | 'task'>>> = {};
  private rest: ReturnType<typeof setTimeout> | undefined;
  private reading: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param write what the page's address is to say
   * @param app address of the page that ranks and audits, where this one stands alone
   * @param session of that page; undefined where this one stands alone
   */
  constructor(
    private readonly write: (address: URLSearchParams, step: HistoryStep) => void = () => undefined,
    readonly app = '',
    readonly session?: Session,
  ) {}

  readonly lesson = $derived(lessonOf(this.parameters.lesson));
  readonly said = $derived(idsIn(this.parameters.said));
  readonly tapped = $derived(idsIn(this.parameters.task));
  /** The whole prediction is chosen, or none is asked. */
  readonly isPredicted = $derived(this.said.length === this.lesson.right.length);
  readonly isDone = $derived(this.done.includes(this.parameters.lesson));
  /** The task waits for an answer. */
  readonly isOpen = $derived(this.isPredicted && !this.isDone);
  readonly canCheck = $derived(
    this.isOpen && !this.resting && this.parameters.task !== (this.lesson.start ?? ''),
  );
  /** What is said below the task. */
  readonly words = $derived.by(() => {
    if (!this.isPredicted) return '';
    if (this.help !== '') return this.help;
    return this.isDone ? '' : this.lesson.verdict(this.said);
  });
  readonly address = $derived(writeParameters(this.parameters).toString());

  /** Reads the state from an address. */
  take(address: URLSearchParams): void {
    if (address.toString() === this.address) return;
    this.parameters = readParameters(address);
    this.begin();
  }

  /** Changes parameters as one step of the browser's history. */
  step(change: Partial<LearnParameters>): void {
    this.change(change, 'push');
  }

  /** Changes parameters, by default in place of what the address said. */
  change(change: Partial<LearnParameters>, step: HistoryStep = 'replace'): void {
    Object.assign(this.parameters, change);
    this.write(writeParameters(this.parameters), step);
  }

  openLesson(lesson: number): void {
    const { said, task, stage } = this.parameters;
    this.left[this.parameters.lesson] = { said, task };
    this.step({ ...lessonParameters(lesson), ...this.left[lesson], stage });
    this.begin();
  }

  /** To the next page of the lessons, or back: the bench follows the last. @param by 1 or −1 */
  turn(by: number): void {
    const { view, lesson } = this.parameters;
    if (view === 'bench' && by < 0) this.openLesson(LESSONS.length);
    if (view !== 'lesson') return;
    if (lesson === LESSONS.length && by > 0) this.step({ view: 'bench' });
    else if (lesson + by >= 1) this.openLesson(lesson + by);
  }

  /** As the lesson opened, not done. */
  reset(): void {
    const { lesson, stage } = this.parameters;
    this.done = this.done.filter((each) => each !== lesson);
    this.step({ ...lessonParameters(lesson), stage });
    this.begin();
  }

  private begin(): void {
    clearTimeout(this.rest);
    this.resting = false;
    this.tries = 0;
    this.help = '';
    this.show(Math.min(this.tapped.length, JUDGED.length - 1));
  }

  /** Chooses or gives back a part of the prediction, while it is not whole. */
  say(id: string): void {
    if (this.isPredicted || !this.lesson.choices.some((choice) => choice.id === id)) return;
    this.step({ said: toggled(this.said, id).join() });
  }

  /** Taps something in the picture, for the prediction or for the task. */
  tap(id: string): void {
    if (this.isPredicted) this.answer(this.lesson.many ? toggled(this.tapped, id).join() : id);
    else this.say(id);
  }

  /** Gives the task another answer. */
  answer(task: string): void {
    if (!this.isOpen) return;
    this.change({ task });
  }

  /** Compares the answer. After a wrong one Check rests. */
  check(): void {
    if (!this.canCheck) return;
    this.tries++;
    const help = this.lesson.check(this.parameters.task);
    this.help = help ?? '';
    if (help === null) {
      this.finish();
      return;
    }
    this.resting = true;
    this.rest = setTimeout(() => (this.resting = false), REST_MS);
  }

  /** Judges the pair of lesson 10. */
  judge(verdict: string): void {
    if (!this.isRead || this.tapped.length !== this.pair) return;
    this.step({ task: [...this.tapped, verdict].join() });
    this.help = judgement(this.parameters.task);
    if (this.lesson.check(this.parameters.task) === null) this.finish();
  }

  /** Shows a pair of lesson 10; it is read from now on. */
  show(pair: number): void {
    clearTimeout(this.reading);
    if (pair !== this.pair) this.help = '';
    this.pair = pair;
    this.isRead = false;
    this.reading = setTimeout(() => (this.isRead = true), READING_MS);
  }

  /** From the last lesson to Rank: the demo, or files of one's own. Code of the session is loaded only now. */
  async openInRank(files: readonly File[] | null): Promise<void> {
    const { KeepState } = await import('../../session/persist.svelte');
    const comparison = this.session?.state(KeepState).comparison;
    location.hash = '#rank';
    await (files === null ? comparison?.tryDemo(document.baseURI) : comparison?.add(files, []));
  }

  private finish(): void {
    this.done = [...this.done, this.parameters.lesson];
  }
}

/** The list with the id behind its others, or without it. */
function toggled(list: readonly string[], id: string): readonly string[] {
  return list.includes(id) ? list.filter((each) => each !== id) : [...list, id];
}
