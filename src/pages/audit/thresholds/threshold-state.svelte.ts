/** A miner's limits on a finished run: the curves, and the figures at the value chosen. */

import { untrack } from 'svelte';

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { SourceLimits } from '../../../engine/types';
import { judgedAnswers, type JudgedAnswer } from '../../../judge/removed';
import type { Limit, LimitId } from '../../../scoring/limits';
import { Comparison } from '../../../session/comparison.svelte';
import { Removal } from '../../../session/removal/removal.svelte';
import { shownRun, type ShownRun } from '../../../session/removal/shown-run';
import { LIMIT_KINDS, stepNear, stepsOf, type LimitKind } from './kinds';

/** Pause after the last move of the handle before the figures are summed, in milliseconds. */
const REST_MS = 400;

interface CurvesQuestion {
  readonly shown: ShownRun;
  readonly limits: readonly Limit[];
  readonly answers: readonly JudgedAnswer[];
}

export class ThresholdState {
  id = $state<LimitId>('absolute_margin');
  /** Of the window of ranks: the last place that is kept; null: K of the sources. */
  last = $state<number | null>(null);
  /** What each limit takes from each source. */
  readonly curves: Asked<CurvesQuestion, readonly SourceLimits[]>;
  /** The pairs that the value chosen drops. */
  readonly removal: Removal<Limit>;
  private readonly values = $state<Partial<Record<LimitId, number>>>({});

  private readonly comparison: Comparison;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.curves = new Asked(this.comparison.workers, {
      question: () => this.question,
      answer: ({ engine }, { shown: { conditions }, limits, answers }) =>
        engine.limits({ ...conditions, limits, answers }),
    });
    this.removal = new Removal(this.comparison, {
      asker: 'threshold',
      which: () => this.limit,
      pairs: (limit, engine) => engine.droppedBy(limit),
      restMs: REST_MS,
    });
  }

  get kind(): LimitKind {
    return LIMIT_KINDS.find(({ id }) => id === this.id) as LimitKind;
  }

  /** K of the sources, the largest. */
  get most(): number {
    return Math.max(1, ...this.comparison.view.rows.map(({ medianK }) => Math.round(medianK)));
  }

  get end(): number {
    return Math.min(this.most, this.last ?? this.most);
  }

  /** The values that are looked at, and the place of the one chosen. */
  readonly limits = $derived.by<readonly Limit[]>(() => stepsOf(this.kind, this.most, this.end));

  get step(): number {
    return stepNear(this.limits, this.values[this.id] ?? this.kind.start);
  }

  get limit(): Limit {
    return this.limits[this.step] as Limit;
  }

  /** Puts the handle on a step. */
  move(step: number): void {
    const limit = this.limits[step];
    if (limit) this.values[this.id] = limit.value;
  }

  /** Asks for the curves and the figures; in an effect, again whenever they would be others. */
  follow(): void {
    this.removal.follow();
    const { judge } = this.comparison;
    const prepared = judge.book.size > 0 ? untrack(() => judge.prepare()) : Promise.resolve();
    if (this.question !== null) void prepared.then(() => this.curves.ask());
  }

  private readonly answers = $derived.by<readonly JudgedAnswer[]>(() => {
    const { order, verdicts, size } = this.comparison.judge;
    return order === null ? [] : judgedAnswers(order, verdicts, size);
  });

  private get question(): CurvesQuestion | null {
    const shown = shownRun(this.comparison);
    return shown && { shown, limits: this.limits, answers: this.answers };
  }
}
