/**
 * A sweep: the score of each source as one thing is varied. An experiment that varies something says which values there are and
 * what weights each gives to the pairs; what is done with them, said, drawn, tabulated and reported stands here.
 */

import type { SourceData } from '../engine/source-data';
import { underWeights } from '../engine/sums';
import { perSource, tableOf, type Column } from '../report/data-table';
import type { Phrase } from '../report/verdict-words';
import { spearman } from '../scoring/correlation';
import { planUnits, type UnitSums } from '../scoring/certainty/units';
import { gatePairs } from '../scoring/gated-pairs';
import { comparedGroups, isSameOrder, orderOf, ranksAmong } from '../scoring/orders';
import type { PairColumns, SomePairs } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';
import type { Place } from '../ui/charts/lines';
import type { Cell } from '../ui/table';
import { countInWords, formatCount, formatScore } from '../ui/words';
import { judgedScores, traceSums, type Scored } from './apart';
import { rowChart, sourceRow, zeroAxis, type Chart, type HeatGrid, type LabelledAxis } from './chart';
import type { Card, Experiment, Performance, Shown } from './experiment';
import { judgedSwaps, rankedPairs, swapPhrase } from './orders';
import type { ReportStep } from './result';
import { bySource, settingsOf, type ShownSource } from './shown-source';

/** One value of what is varied. */
export interface Value {
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
  /** Figures of all sources together. */
  readonly facts?: Readonly<Record<string, number | null>>;
}

/** The sources under one value. */
export type Step = Value & Scored;

export interface SweepResult {
  readonly steps: readonly Step[];
  /** Place of the step with the settings of the run, with which the others are compared. */
  readonly own: number;
}

/** A value, and what it makes of each source; lists are by source. */
export interface Varied extends Value {
  /** By default those of the run. */
  readonly columns?: readonly PairColumns[];
  readonly gating?: Gating;
  /** The pairs that count; by default all. */
  readonly pairs?: readonly SomePairs[];
  /** Where they are known; else they are summed. */
  readonly scores?: readonly number[];
}

/** How a sweep is said and drawn. */
interface SweepForm<Options extends object> extends Pick<
  Card<Shown<Options, SweepResult>>,
  'question' | 'about' | 'notes'
> {
  /** What is varied, in the plural: `temperatures`. */
  readonly kind: string;
  /** The same as the head of a column: `τ`. */
  readonly head: string;
  /** The cell under it; by default where the step stands, or its id. */
  readonly cell?: (step: Step) => Cell;
  /** How to read the chart. */
  how(steps: readonly Step[], outcome: Shown<Options, SweepResult>): string;
  /** Lines over an axis; a grid of ranks; or ticks on a row for each source. */
  readonly chart: ((places: readonly number[], steps: readonly Step[]) => LabelledAxis) | 'grid' | 'ticks';
  /** Label of the other axis; `score` if left out. */
  readonly upright?: string;
  /** A figure of a source that gets a ring where it first passes 1. */
  readonly ring?: string;
  /** Words above the axis at a step. */
  note?(step: Step): string | null;
  /** The steps that the ribbon shows; by default all that vary the score. */
  ribbon?(steps: readonly Step[]): readonly Step[];
}

/** The sources under one change of the settings. */
export interface Variation {
  /** What is varied: `weightings`. */
  readonly group: string;
  readonly name: string;
  /** True for the settings of the run, where nothing is changed. */
  readonly own: boolean;
  /** By source. */
  readonly scores: readonly number[];
}

/** A sweep as a card, and for the ribbon. */
export interface SweepCard<Options extends object> extends Card<Shown<Options, SweepResult>> {
  variations(result: SweepResult): Variation[];
}

/** A row of the table of sweeps. */
interface Sweep<Options extends object>
  extends SweepForm<Options>, Pick<Experiment<Options, SweepResult>, 'field' | 'options' | 'work'> {
  /** The values, and the place of the one with the settings of the run. */
  vary(performance: Performance<Options>): Values | Promise<Values>;
}

interface Values {
  readonly values: readonly Varied[];
  readonly own: number;
}

/** The score of each source under some values, and which are apart. @throws RunCancelledError */
async function stepsUnder(performance: Performance<object>, values: readonly Varied[]): Promise<Step[]> {
  const { run, settings, task } = performance;
  const plan = planUnits(run.sources.map(({ units }) => units));
  const under = values.map(() => ({ scores: [] as number[], traces: [] as UnitSums[] }));
  for (const [place, source] of run.sources.entries()) {
    const own = gatePairs(source.columns, settings).weight;
    const parts = values.map(({ columns, gating, pairs }) => ({
      weights:
        columns || gating ? gatePairs(columns?.[place] ?? source.columns, gating ?? settings).weight : own,
      pairs: pairs?.[place],
    }));
    const isKnown = (i: number) => values[i]?.scores !== undefined;
    const summed = await scoresOf(
      source,
      parts.filter((_, i) => !isKnown(i)),
      performance,
    );
    for (const [i, { weights, pairs }] of parts.entries()) {
      under[i]?.scores.push((isKnown(i) ? values[i]?.scores?.[place] : summed.shift()) ?? NaN);
      under[i]?.traces.push(traceSums(source, weights, plan, place, pairs));
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
  readonly pairs: SomePairs | undefined;
}

/** ECI of a source of each of its parts. @throws RunCancelledError, OutOfMemoryError */
function scoresOf(
  source: SourceData,
  parts: readonly Part[],
  { open, task, clock, onSteps }: Performance<object>,
): Promise<number[]> {
  const weights = parts.map((part) => {
    const column = part.pairs ? onlyAt(part.weights, part.pairs.pairs) : part.weights;
    return (pair: number) => column[pair] as number;
  });
  // A part without a pair has no matrix: its sum is divided by 1.
  const divisors = parts.map((part) => Math.max(1, (part.pairs?.pairs ?? part.weights).length));
  return clock.during(() =>
    underWeights(
      source,
      weights,
      open,
      task,
      async (summer, weight, place) => (await summer.score(weight, divisors[place] as number, task)).eci,
      onSteps,
    ),
  );
}

/** The weights of some pairs, 0 for all others. */
function onlyAt(weights: Float64Array, pairs: Int32Array): Float64Array {
  const column = new Float64Array(weights.length);
  for (const pair of pairs) column[pair] = weights[pair] as number;
  return column;
}

/** The experiment of a row. */
export function sweep<Options extends object>(
  row: Sweep<Options>,
): Experiment<Options, SweepResult> & SweepCard<Options> {
  return {
    ...row,
    ...shownAs(row),
    async perform(performance) {
      const { values, own } = await row.vary(performance);
      return { steps: await stepsUnder(performance, values), own };
    },
    report: ({ sources, result }) => result.steps.map((step, i) => reportStep(step, i, result, sources)),
  };
}

/** Title, words, chart and table of a sweep, and its variations. */
export function shownAs<Options extends object>(form: SweepForm<Options>): SweepCard<Options> {
  const { kind, head } = form;
  return {
    ...form,
    variations: ({ steps, own }) =>
      (form.ribbon?.(steps) ?? counted(steps)).map((step) => {
        return { group: kind, name: step.name, own: step === steps[own], scores: step.scores };
      }),
    title: (outcome) => titleOf(outcome, kind),
    how: (outcome) => `${form.how(outcome.result.steps, outcome)}${chanceWords(outcome)}`,
    chart: (outcome) => chartOf(outcome, form),
    table: ({ sources, result: { steps, own } }) =>
      tableOf(steps, [
        [head, form.cell ?? (({ at, id }) => at ?? id)],
        ...perSource<Step>(sources, (name, s) => [[name, ({ scores }) => scores[s]]]),
        ...perSource<Step>(sources, (name, s) =>
          namesOf(steps, 'figures').map((figure): Column<Step> => {
            return [`${name}, ${figure}`, ({ figures }) => figures?.[figure]?.[s]];
          }),
        ),
        ...namesOf(steps, 'facts').map((fact): Column<Step> => [fact, ({ facts }) => facts?.[fact]]),
        ['yours', (step) => (step === steps[own] ? 'yes' : 'no')],
      ]),
  };
}

function counted(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ aside }) => aside !== true);
}

function namesOf(steps: readonly Step[], key: 'figures' | 'facts'): string[] {
  return [...new Set(steps.flatMap((step) => Object.keys(step[key] ?? {})))];
}

/** In how many steps the order of the own settings holds, and who passes whom in the nearest one where it does not. */
function titleOf(outcome: ShownSweep, kind: string): Phrase {
  const { sources, result } = outcome;
  const { steps, own } = result;
  const base = steps[own];
  const varied = counted(steps);
  if (!base || varied.length < 2) return [`There are no other ${kind} to try`];
  if (rankedPairs(sources).length === 0)
    return [`Without a rival there is no order that other ${kind} could change`];
  const far = (step: Step) => Math.abs(steps.indexOf(step) - own);
  const judged = judgedSteps(outcome).sort((one, other) => far(one.step) - far(other.step));
  const turned = judged.filter(({ clear }) => clear.length > 0);
  const all = countInWords(varied.length);
  const [first] = turned;
  if (first) {
    const held = countInWords(varied.length - turned.length);
    const swap = [...swapPhrase(sources, first.clear), ` (${first.step.name})`];
    return [`The order holds in ${held} of ${all} ${kind}; `, ...swap];
  }
  const chance = judged.find(({ noisy }) => noisy.length > 0);
  if (!chance) return [`The order holds in all ${all} ${kind}`];
  return [...swapPhrase(sources, chance.noisy), ` (${chance.step.name}), which may be chance`];
}

type ShownSweep = Shown<object, SweepResult>;

/** Each step that varies the score, with its swaps against the own settings. */
function judgedSteps({ sources, result: { steps, own } }: ShownSweep) {
  const base = steps[own];
  return base ? counted(steps).map((step) => ({ step, ...judgedSwaps(sources, base, step) })) : [];
}

/** ` May be chance: a over b by 0.0004 (τ 0.5).`; empty where no swap may be. */
function chanceWords(outcome: ShownSweep): string {
  const all = judgedSteps(outcome).flatMap(({ step, noisy }) => noisy.map((swap) => ({ step, swap })));
  const [first] = all;
  if (!first) return '';
  const { name, scores } = first.step;
  const { passes, passed } = first.swap;
  const lead = formatScore((scores[passes] ?? 0) - (scores[passed] ?? 0));
  const [one, other] = [passes, passed].map((place) => outcome.sources[place]?.name ?? '');
  const more = all.length > 1 ? `; ${formatCount(all.length - 1)} more` : '';
  return ` May be chance: ${one} over ${other} by ${lead} (${name})${more}.`;
}

function chartOf<Options extends object>(
  { sources, result }: Shown<Options, SweepResult>,
  { chart, upright = 'score', ring, note }: SweepForm<Options>,
): Chart {
  const steps = counted(result.steps);
  if (chart === 'grid') return gridOf(sources, steps, result);
  if (chart === 'ticks') return ticksOf(sources, steps, result);
  const places = steps.map(({ at }) => at ?? 0);
  const scores = steps.map((step) => step.scores.map((score) => score / (step.scale ?? 1)));
  const figure = (step: Step, name: string, s: number) => step.figures?.[name]?.[s];
  const lines = sources.map(({ name, css, outside }, s) => {
    const points = places.map((place, step): Place => [place, scores[step]?.[s] ?? 0]);
    const ringed = ring === undefined ? -1 : steps.findIndex((step) => (figure(step, ring, s) ?? 0) > 1);
    const band = steps.flatMap((step): [number, number, number][] => {
      const [low, high] = [figure(step, 'low', s), figure(step, 'high', s)];
      return typeof low === 'number' && typeof high === 'number' ? [[step.at ?? 0, low, high]] : [];
    });
    const rings = points.slice(ringed, ringed + 1);
    return { name, colour: css, dashed: outside, points, rings, band };
  });
  const highest = [...scores.flat(), ...lines.flatMap(({ band }) => band.map(([, , high]) => high))];
  const own = result.steps[result.own];
  return {
    kind: 'lines',
    lines,
    x: chart(places, steps),
    y: zeroAxis(highest, upright),
    ...(typeof own?.at === 'number' && { rule: { at: own.at, label: `yours, ${own.name}` } }),
    notes: steps.flatMap((step) => {
      const text = note?.(step) ?? null;
      return text === null ? [] : [{ at: step.at ?? 0, text }];
    }),
  };
}

/** A row for each source: a mark at its score, ticks at the others. */
function ticksOf(
  sources: readonly ShownSource[],
  steps: readonly Step[],
  { steps: all, own }: SweepResult,
): Chart {
  const rows = sources.map((source, s) => {
    const ticks = steps.map(({ scores }) => scores[s] ?? 0);
    const [low, high] = [Math.min(...ticks), Math.max(...ticks)];
    const note = `${formatScore(low)} to ${formatScore(high)}`;
    return { ...sourceRow(source), value: all[own]?.scores[s] ?? 0, low, high, ticks, note };
  });
  return rowChart(
    rows,
    steps.flatMap(({ scores }) => scores),
  );
}

/** Strength of a cell's colour at the first and at the last rank. */
const STRONGEST = 0.38;
const WEAKEST = 0.04;

/** Rank and score of each source in each step. A source without a rank that comes first is framed. */
function gridOf(
  sources: readonly ShownSource[],
  steps: readonly Step[],
  { steps: all, own }: SweepResult,
): HeatGrid {
  const settings = settingsOf(sources);
  const inside = sources.map(({ outside }) => !outside);
  return {
    kind: 'heat',
    rows: steps.map((step) => ({ id: step.id, label: step.name, current: step === all[own] })),
    columns: sources.map(({ id, name, css }) => ({ id: String(id), name, colour: css })),
    cells: steps.flatMap(({ id: row, scores }) => {
      const ranks = ranksAmong(settings, scores, inside);
      const first = comparedGroups(settings).map(({ places }) => orderOf(scores, places)[0]);
      return sources.map(({ id, css, outside }, place) => {
        const rank = ranks[place] ?? null;
        return {
          row,
          column: String(id),
          colour: css,
          strength:
            STRONGEST -
            ((STRONGEST - WEAKEST) * ((rank ?? sources.length) - 1)) / Math.max(1, sources.length - 1),
          upper: rank === null ? '☐' : String(rank),
          lower: shortScore(scores[place] ?? 0),
          framed: outside && first.includes(place),
        };
      });
    }),
  };
}

function shortScore(score: number): string {
  return Math.abs(score) < 100 ? score.toPrecision(Math.abs(score) < 0.1 ? 2 : 3) : formatCount(score);
}

function reportStep(
  { id, at, scores, figures = {}, facts = {} }: Step,
  place: number,
  { steps, own }: SweepResult,
  sources: readonly ShownSource[],
): ReportStep {
  const base = steps[own]?.scores ?? [];
  return {
    id,
    at,
    own: place === own,
    settings: Object.fromEntries(
      comparedGroups(settingsOf(sources)).map(({ setting, places }) => {
        const of = (all: readonly number[]) => places.map((s) => all[s] ?? NaN);
        const same_order = isSameOrder(base, scores, places);
        return [setting, { same_order, spearman: spearman(of(scores), of(base)) }];
      }),
    ),
    facts,
    sources: bySource(sources, (s) => ({
      eci: scores[s] ?? null,
      ...Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, values[s] ?? null])),
    })),
  };
}
