/**
 * A sweep: the score of each source as one thing is varied. A row of the table of sweeps says which values there are and what each
 * makes of the sources; what is done with them, said, drawn, tabulated and reported stands here.
 */

import type { SourceData } from '../engine/source-data';
import { underWeights } from '../engine/sums';
import { tableOf, type Column } from '../report/data-table';
import type { Phrase } from '../report/verdict-words';
import { planUnits, sumsByUnit, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import { spearman } from '../scoring/correlation';
import { gatePairs } from '../scoring/statistics';
import { traceTerms } from '../scoring/means';
import { comparedGroups, isHigher, isSameOrder, orderOf } from '../scoring/orders';
import type { PairColumns, SomePairs } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';
import type { Place } from '../ui/charts/lines';
import { countInWords, formatCount } from '../ui/words';
import { zeroAxis, type Chart, type HeatGrid, type LabelledAxis } from './chart';
import type { Card, Experiment, Performance, Shown } from './experiment';
import { judgedScores, judgedSwaps, rankedPairs, swapPhrase, type Scored } from './orders';
import type { ReportStep } from './result';
import { bySource, settingsOf, type ShownSource } from './shown-source';

/** One value of what is varied. */
interface Value {
  /** In the report: `drop-psi`. */
  readonly id: string;
  /** In a sentence: `without ψ`. */
  readonly name: string;
  /** Place on the axis; null where the values have no order. */
  readonly at: number | null;
  /** Shown, but no variation of the score. */
  readonly aside?: boolean;
  /** What scores are divided by where they are drawn and told from chance; 1 if left out. */
  readonly scale?: number;
  /** Figures of each source: by name, then by source; null where unknown. */
  readonly figures?: Readonly<Record<string, readonly (number | null)[]>>;
}

/** A value, and what it makes of each source; lists are by source. */
interface Varied extends Value {
  /** By default those of the run. */
  readonly columns?: readonly PairColumns[];
  readonly gating?: Gating;
  /** The pairs that count; by default all. */
  readonly pairs?: readonly SomePairs[];
  /** Where they are known; else they are summed. */
  readonly scores?: readonly number[];
}

/** The values of a sweep, and the place of the one with the settings of the run. */
interface Values {
  readonly values: readonly Varied[];
  readonly own: number;
}

/** The sources under one value. */
export type Step = Value & Scored;

export interface SweepResult {
  readonly steps: readonly Step[];
  /** Place of the step with the settings of the run, with which the others are compared. */
  readonly own: number;
}

type ShownSweep = Shown<SweepResult>;

/** How a sweep is said and drawn. */
interface SweepForm extends Pick<Card<ShownSweep>, 'question' | 'about' | 'notes'> {
  /** What is varied, in the plural: `temperatures`. */
  readonly kind: string;
  /** The same as the head of a column: `τ`. */
  readonly head: string;
  /** How to read the chart; a grid says it by itself. */
  how?(outcome: ShownSweep): string;
  /** Lines over an axis, or a grid of ranks. */
  readonly chart: ((places: readonly number[]) => LabelledAxis) | 'grid';
  /** Label of the other axis; `score` if left out. */
  readonly upright?: string;
  /** A figure of a source that gets a ring where it first passes 1. */
  readonly ring?: string;
  /** The steps that the ribbon shows; by default all that vary the score. */
  ribbon?(steps: readonly Step[]): readonly Step[];
}

/** A row of the table of sweeps. */
interface Sweep extends SweepForm, Pick<Experiment<SweepResult>, 'steps'> {
  vary(performance: Performance): Values | Promise<Values>;
}

/** A sweep as a card, and for the ribbon. */
interface SweepCard extends Card<ShownSweep> {
  readonly kind: string;
  ribbon(steps: readonly Step[]): readonly Step[];
}

export function sweep(row: Sweep): Experiment<SweepResult> & SweepCard {
  return {
    ...row,
    ...shownAs(row),
    async perform(performance) {
      const { values, own } = await row.vary(performance);
      return { steps: await stepsUnder(performance, values), own };
    },
    report: ({ sources, result }) => result.steps.map((step) => reportStep(step, result, sources)),
  };
}

/** The score of each source under some values, and which are apart. @throws RunCancelledError */
async function stepsUnder(performance: Performance, values: readonly Varied[]): Promise<Step[]> {
  const { run, settings, task } = performance;
  const plan = planUnits(run.sources.map(({ units }) => units));
  const under = values.map(() => ({ scores: [] as number[], traces: [] as UnitSums[] }));
  for (const [s, source] of run.sources.entries()) {
    const own = gatePairs(source.columns, settings).weight;
    const parts = values.map(({ columns, gating, pairs, scores }) => ({
      weights: columns || gating ? gatePairs(columns?.[s] ?? source.columns, gating ?? settings).weight : own,
      some: pairs?.[s],
      score: scores?.[s],
    }));
    const summed = await scoresOf(
      source,
      parts.filter(({ score }) => score === undefined),
      performance,
    );
    for (const [i, { weights, some, score }] of parts.entries()) {
      under[i]?.scores.push(score ?? summed.shift() ?? NaN);
      under[i]?.traces.push(traceSums(source, weights, plan, s, some));
      await task.breathe();
    }
  }
  return values.map(({ columns: _columns, pairs: _pairs, gating = settings, ...value }, i): Step => {
    const { scores = [], traces = [] } = under[i] ?? {};
    const scaled = scores.map((score) => score / (value.scale ?? 1));
    const { apart } = judgedScores(scaled, traces, settingsOf(settings.sources), gating);
    return { ...value, scores, apart: value.aside ? [] : apart };
  });
}

/** Weights of the pairs of a source, and which of them count; by default all. */
interface Part {
  readonly weights: Float64Array;
  readonly some: SomePairs | undefined;
}

/** ECI of a source of each of its parts. @throws RunCancelledError, OutOfMemoryError */
function scoresOf(
  source: SourceData,
  parts: readonly Part[],
  { open, task, onSteps }: Performance,
): Promise<number[]> {
  const weights = parts.map(({ weights: all, some }) => {
    const counted = some ? new Float64Array(all.length) : all;
    for (const pair of some?.pairs ?? []) counted[pair] = all[pair] as number;
    return (pair: number) => counted[pair] as number;
  });
  // A part without a pair has no matrix: its sum is divided by 1.
  const divisors = parts.map(({ weights: all, some }) => Math.max(1, (some?.pairs ?? all).length));
  return underWeights(
    source,
    weights,
    open,
    task,
    async (summer, weight, place) => (await summer.score(weight, divisors[place] as number, task)).eci,
    onSteps,
  );
}

/** S and K of each unit of a source, of its trace. @param place of the source in the plan @param some pairs that count */
function traceSums(
  { columns: { offsets, distance } }: SourceData,
  weights: Float64Array,
  { units, of }: UnitPlan,
  place: number,
  some: SomePairs | undefined,
): UnitSums {
  const unitOf = of[place] as Int32Array;
  const terms = traceTerms(weights, distance);
  if (!some) return sumsByUnit(units, offsets, unitOf, terms);
  const ownUnits = some.records.map((record) => unitOf[record] as number);
  const ownTerms = Float64Array.from(some.pairs, (pair) => terms[pair] as number);
  return sumsByUnit(units, some.offsets, ownUnits, ownTerms);
}

const GRID =
  'Each cell: rank, and score below it. ☐: no rank. Frame: a source without a rank has the top score.';

/** Title, words, chart and table of a sweep, and its variations. */
export function shownAs(form: SweepForm): SweepCard {
  const { kind, head } = form;
  return {
    ...form,
    ribbon: form.ribbon ?? counted,
    title: (outcome) => titleOf(outcome, kind),
    how: (outcome) => form.how?.(outcome) ?? GRID,
    chart: ({ sources, result }) =>
      form.chart === 'grid' ? gridOf(sources, result) : linesOf(sources, result, form, form.chart),
    table: ({ sources, result: { steps, own } }) =>
      tableOf(steps, [
        [head, ({ at, id }) => at ?? id],
        ...sources.map(({ name }, s): Column<Step> => [name, ({ scores }) => scores[s]]),
        ...sources.flatMap(({ name }, s) =>
          [...new Set(steps.flatMap(({ figures = {} }) => Object.keys(figures)))].map(
            (figure): Column<Step> => [`${name}, ${figure}`, ({ figures }) => figures?.[figure]?.[s]],
          ),
        ),
        ['yours', (step) => (step === steps[own] ? 'yes' : 'no')],
      ]),
  };
}

function counted(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ aside }) => aside !== true);
}

/** In how many steps the order of the own settings holds, and who passes whom in the nearest one where it does not. */
function titleOf({ sources, result: { steps, own } }: ShownSweep, kind: string): Phrase {
  const base = steps[own];
  const varied = counted(steps);
  if (!base || varied.length < 2) return [`There are no other ${kind} to try`];
  if (rankedPairs(sources).length === 0)
    return [`Without a rival there is no order that other ${kind} could change`];
  const far = (step: Step) => Math.abs(steps.indexOf(step) - own);
  const judged = varied
    .map((step) => ({ step, ...judgedSwaps(sources, base, step) }))
    .sort((one, other) => far(one.step) - far(other.step));
  const turned = judged.filter(({ clear }) => clear.length > 0);
  const all = countInWords(varied.length);
  const open = judged.filter(({ clear, noisy }) => clear.length === 0 && noisy.length > 0);
  const [[first], [chance]] = [turned, open];
  if (first) {
    const held = countInWords(varied.length - turned.length - open.length);
    const more = chance ? `; in ${countInWords(open.length)} more a change may be chance` : '';
    const swap = [...swapPhrase(sources, first.clear), ` (${first.step.name})${more}`];
    return [`The order holds in ${held} of ${all} ${kind}; `, ...swap];
  }
  if (!chance) return [`The order holds in all ${all} ${kind}`];
  return [...swapPhrase(sources, chance.noisy), ` (${chance.step.name}), which may be chance`];
}

function linesOf(
  sources: readonly ShownSource[],
  { steps: all, own }: SweepResult,
  { upright = 'score', ring }: SweepForm,
  axis: (places: readonly number[]) => LabelledAxis,
): Chart {
  const steps = counted(all);
  const scoreOf = ({ scores, scale = 1 }: Step, s: number) => (scores[s] ?? 0) / scale;
  const lines = sources.map(({ name, css, outside }, s) => {
    const points = steps.map((step): Place => [step.at ?? 0, scoreOf(step, s)]);
    const ringed =
      ring === undefined ? -1 : steps.findIndex(({ figures }) => (figures?.[ring]?.[s] ?? 0) > 1);
    const rings = points.slice(ringed, ringed + 1);
    return { name, colour: css, dash: outside ? '4 3' : '', points, rings };
  });
  const base = all[own];
  return {
    kind: 'lines',
    lines,
    x: axis(steps.map(({ at }) => at ?? 0)),
    y: zeroAxis(
      lines.flatMap(({ points }) => points.map(([, score]) => score)),
      upright,
    ),
    ...(typeof base?.at === 'number' && { rule: { at: base.at, label: `yours, ${base.name}` } }),
  };
}

/** Strength of a cell's colour at the first and at the last rank. */
const STRONGEST = 0.38;
const WEAKEST = 0.04;

/** Rank and score of each source in each step. A source without a rank that comes first is framed. */
function gridOf(sources: readonly ShownSource[], { steps, own }: SweepResult): HeatGrid {
  const settings = settingsOf(sources);
  const fade = (STRONGEST - WEAKEST) / Math.max(1, sources.length - 1);
  return {
    kind: 'heat',
    columns: sources.map(({ name, css }) => ({ name, colour: css })),
    rows: counted(steps).map((step) => {
      const { scores } = step;
      const first = comparedGroups(settings).map(({ places }) => orderOf(scores, places)[0]);
      const cells = sources.map(({ outside }, place) => {
        const isAbove = (other: ShownSource, o: number) =>
          !other.outside &&
          settings[o] === settings[place] &&
          isHigher(scores[o] ?? NaN, scores[place] ?? NaN);
        const rank = outside ? null : 1 + sources.filter(isAbove).length;
        return {
          strength: STRONGEST - fade * ((rank ?? sources.length) - 1),
          upper: rank === null ? '☐' : String(rank),
          lower: shortScore(scores[place] ?? 0),
          framed: outside && first.includes(place),
        };
      });
      return { label: step.name, current: step === steps[own], cells };
    }),
  };
}

function shortScore(score: number): string {
  return Math.abs(score) < 100 ? score.toPrecision(Math.abs(score) < 0.1 ? 2 : 3) : formatCount(score);
}

function reportStep(step: Step, { steps, own }: SweepResult, sources: readonly ShownSource[]): ReportStep {
  const { id, at, scores, figures = {} } = step;
  const base = steps[own]?.scores ?? [];
  return {
    id,
    at,
    own: step === steps[own],
    settings: Object.fromEntries(
      comparedGroups(settingsOf(sources)).map(({ setting, places }) => {
        const of = (all: readonly number[]) => places.map((s) => all[s] ?? NaN);
        const same_order = isSameOrder(base, scores, places);
        return [setting, { same_order, spearman: spearman(of(scores), of(base)) }];
      }),
    ),
    sources: bySource(sources, (s) => ({
      eci: scores[s] ?? null,
      ...Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, values[s] ?? null])),
    })),
  };
}
