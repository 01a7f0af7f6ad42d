/** A miner's limits on a finished run: the curves, and the figures at the value chosen. */

import { untrack } from 'svelte';

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { LimitScores, SourceLimits } from '../../../engine/types';
import { judgedAnswers, type JudgedAnswer } from '../../../judge/removed';
import type { Limit, LimitId } from '../../../scoring/limits';
import { Comparison } from '../../../session/comparison.svelte';
import { Removal } from '../../../session/removal/removal.svelte';
import { shownRun, type ShownRun } from '../../../session/removal/shown-run';
import {
  LIMIT_KINDS,
  startOf,
  stepNear,
  stepsOf,
  type Dropping,
  type LimitKind,
  type ScoreRange,
} from './kinds';

/** Pause after the last move of the handle before the figures are summed, in milliseconds. */
const REST_MS = 400;

interface CurvesQuestion {
  readonly shown: ShownRun;
  readonly limits: readonly Limit[];
  readonly scores: LimitScores;
  readonly answers: readonly JudgedAnswer[];
}

export class ThresholdState {
  id = $state<LimitId>('absolute_margin');
  /** Whose scores limits are to look at, where there is a choice. */
  chosen = $state<LimitScores>('encoder');
  /** Of the window of ranks: the last place that is kept; null: K of the sources. */
  last = $state<number | null>(null);
  /** What each limit takes from each source. */
  readonly curves: Asked<CurvesQuestion, readonly SourceLimits[]>;
  /** The pairs that the value chosen drops. */
  readonly removal: Removal<Dropping>;
  private readonly values = $state<Record<string, number>>({});

  private readonly comparison: Comparison;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.curves = new Asked(this.comparison.workers, {
      question: () => this.question,
      answer: ({ engine }, { shown: { conditions }, ...asked }) => engine.limits({ ...conditions, ...asked }),
    });
    this.removal = new Removal(this.comparison, {
      asker: 'threshold',
      which: () => this.dropping,
      pairs: ({ limit, scores }, engine) => engine.droppedBy(limit, scores),
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

  /** From where to where the files' own scores go; null where no source of the result has them, or places count. */
  get range(): ScoreRange | null {
    const { view, sources } = this.comparison;
    const found = sources.entries.flatMap(({ loaded }) =>
      loaded.scoreRange && view.rows.some(({ id }) => id === loaded.id) ? loaded.scoreRange : [],
    );
    if (found.length === 0 || this.kind.hundredths === null) return null;
    return {
      least: Math.min(...found.map(({ least }) => least)),
      most: Math.max(...found.map(({ most }) => most)),
    };
  }

  /** Whose scores the limit looks at. */
  get scores(): LimitScores {
    return this.range === null ? 'encoder' : this.chosen;
  }

  private get scale(): ScoreRange | null {
    return this.scores === 'files' ? this.range : null;
  }

  /** The values that are looked at, and the place of the one chosen. */
  readonly limits = $derived.by<readonly Limit[]>(() => stepsOf(this.kind, this.most, this.end, this.scale));

  get step(): number {
    return stepNear(this.limits, this.values[this.valueKey] ?? startOf(this.kind, this.scale));
  }

  get limit(): Limit {
    return this.limits[this.step] as Limit;
  }

  get dropping(): Dropping {
    return { limit: this.limit, scores: this.scores };
  }

  private get valueKey(): string {
    return `${this.id} ${this.scores}`;
  }

  /** Puts the handle on a step. */
  move(step: number): void {
    const limit = this.limits[step];
    if (limit) this.values[this.valueKey] = limit.value;
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
    return shown && { shown, limits: this.limits, scores: this.scores, answers: this.answers };
  }
}
