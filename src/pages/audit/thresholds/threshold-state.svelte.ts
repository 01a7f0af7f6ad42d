/** A miner's limits on a finished run: the curves of all kinds, and the figures at the value that the address names. */

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { LimitScores, SourceLimits } from '../../../engine/types';
import { judgedAnswers, type JudgedAnswer } from '../../../judge/removed';
import type { Limit, LimitId } from '../../../scoring/limits';
import { AuditState } from '../../../session/audit/audit-state.svelte';
import type { LimitName } from '../../../session/audit/filter';
import { Comparison } from '../../../session/comparison.svelte';
import { Removal } from '../../../session/removal/removal.svelte';
import type { Rules } from './curves';
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

/** What the limits that are looked at follow from. */
interface Looked {
  readonly most: number;
  readonly end: number;
  readonly scale: ScoreRange | null;
}

interface CurvesQuestion extends Looked {
  readonly run: number;
  readonly scores: LimitScores;
  readonly answers: readonly JudgedAnswer[];
}

export class ThresholdState {
  readonly curves: Asked<CurvesQuestion, readonly SourceLimits[]>;
  /** The pairs that the value chosen drops. */
  readonly removal: Removal<Dropping>;

  private readonly comparison: Comparison;
  private readonly audit: AuditState;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.audit = session.state(AuditState);
    this.curves = new Asked(this.comparison.workers, {
      question: () => this.question,
      answer: ({ engine }, { scores, answers, ...looked }) =>
        engine.limits({ rules: rulesOf(looked), scores, answers }),
    });
    this.removal = new Removal(this.comparison, {
      asker: 'threshold',
      which: () => this.dropping,
      pairs: ({ limit, scores }, engine) => engine.droppedBy(limit, scores),
      restMs: REST_MS,
    });
  }

  get kind(): LimitKind {
    return LIMIT_KINDS[this.rule] as LimitKind;
  }

  /** The place of the kind among all. */
  get rule(): number {
    const id: LimitId = this.named?.id ?? 'absolute_margin';
    return LIMIT_KINDS.findIndex((kind) => kind.id === id);
  }

  /** K of the sources, the largest. */
  get most(): number {
    return Math.max(1, ...this.comparison.view.rows.map(({ figures }) => Math.round(figures?.median_k ?? 0)));
  }

  /** Of the window of ranks: the last place that is kept. */
  get end(): number {
    return Math.min(this.most, this.named?.end ?? this.most);
  }

  /** From where to where the files' own scores go; null where no source of the result has them. */
  get range(): ScoreRange | null {
    const { view, sources } = this.comparison;
    const found = sources.entries.flatMap(({ loaded }) =>
      loaded.scoreRange && view.rows.some(({ id }) => id === loaded.id) ? loaded.scoreRange : [],
    );
    if (found.length === 0) return null;
    return {
      least: Math.min(...found.map(({ least }) => least)),
      most: Math.max(...found.map(({ most }) => most)),
    };
  }

  /** Whose scores the limits look at. */
  get scores(): LimitScores {
    return this.range === null ? 'encoder' : (this.named?.scores ?? 'encoder');
  }

  private get looked(): Looked {
    return { most: this.most, end: this.end, scale: this.scores === 'files' ? this.range : null };
  }

  /** The limits that are looked at. */
  readonly rules = $derived.by<Rules>(() => rulesOf(this.looked));

  /** Those of the kind chosen, and the place of the one chosen among them. */
  get limits(): readonly Limit[] {
    return this.rules[this.rule] as readonly Limit[];
  }

  get step(): number {
    return stepNear(this.limits, this.named?.value ?? startOf(this.kind, this.looked.scale));
  }

  get limit(): Limit {
    return this.limits[this.step] as Limit;
  }

  /** The value that the address asks for, where it is none of those looked at. */
  get askedValue(): number | null {
    const asked = this.named?.value ?? null;
    return asked === null || asked === this.limit.value ? null : asked;
  }

  get dropping(): Dropping {
    return { limit: this.limit, scores: this.scores };
  }

  /** A limit as the address names it. @param step of its kind */
  nameOf(rule: number, step: number): LimitName | null {
    const limit = this.rules[rule]?.[step];
    if (!limit) return null;
    const end = limit.id === 'ranks' && this.end < this.most ? this.end : null;
    return { id: limit.id, value: limit.value, end, scores: this.scores };
  }

  /** Asks for the curves and the figures; in an effect, again whenever they would be others. */
  follow(): void {
    this.removal.follow();
    this.curves.follow();
  }

  private readonly answers = $derived.by<readonly JudgedAnswer[]>(() => {
    const { order, verdicts, size } = this.comparison.judge;
    return order === null ? [] : judgedAnswers(order, verdicts, size);
  });

  private get named(): LimitName | null {
    return this.audit.place.limit;
  }

  /** Null while the judged pairs are looked up. */
  private get question(): CurvesQuestion | null {
    const { run, judge } = this.comparison;
    const isJudging = judge.book.size > 0 && judge.order === null && judge.notice === null;
    if (run.finished === null || isJudging) return null;
    return { run: run.finished.at, ...this.looked, scores: this.scores, answers: this.answers };
  }
}

function rulesOf({ most, end, scale }: Looked): Rules {
  return LIMIT_KINDS.map((kind) => stepsOf(kind, most, end, scale));
}
