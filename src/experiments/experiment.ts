/**
 * An experiment of the lab is one object: its options, cost and performance, and how its outcome is put in words,
 * drawn, tabulated and reported. All use the pairs and vectors of the finished run and encode nothing. Lists "by
 * source" are in the order of the outcome's sources.
 */

import type { CandidatesForEngine } from '../candidates/candidates';
import type { FinishedRun } from '../engine/finished-run';
import { pairsOf, type SourceData } from '../engine/source-data';
import type { OpenSummer } from '../engine/summer';
import type { Task } from '../engine/task';
import type { BusyClock } from '../engine/time';
import type { DataTable } from '../ui/table';
import type { Phrase } from '../report/verdict-words';
import type { ControlId } from '../scoring/controls';
import type { WeightingId } from '../scoring/weightings';
import type { Chart } from './chart';
import type { ExperimentSource, ShownSource } from './shown-source';
import type { OptionField, OwnOptions } from './option-text';

/** The settings that every experiment works under. */
export interface ExperimentSettings {
  /** Those of the run, in its order. */
  readonly sources: readonly ExperimentSource[];
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly seed: number;
}

/** The run that options are made for. */
export interface OptionsFor {
  readonly sources: readonly ExperimentSource[];
  /** Temperature of the run; null while nothing is ranked. */
  readonly tau: number | null;
  readonly own: OwnOptions;
}

/** How much work an experiment is. */
export interface Work {
  /** Pairs that are summed, and under how many weights each. */
  readonly pairs: number;
  readonly weights: number;
  /** Decompositions into eigenvalues, for each source. */
  readonly spectra: number;
  /** Other steps: texts that are cut into words, draws. */
  readonly others: number;
}

export interface Performance<Options> {
  readonly run: FinishedRun;
  readonly candidates: CandidatesForEngine;
  readonly settings: ExperimentSettings;
  readonly options: Options;
  readonly task: Task;
  /** Makes the sums. */
  readonly open: OpenSummer;
  /** Runs while residuals are formed and summed. */
  readonly clock: BusyClock;
  /** Gets how many more steps are done. */
  readonly onSteps: (count: number) => void;
}

/** How a result was made, so that it can be made again. */
export interface ExperimentRun extends ExperimentSettings {
  /** Duration, and the part of it for summing matrices Î. */
  readonly seconds: number;
  readonly sumSeconds: number;
}

export interface Outcome<Options, Result> {
  readonly options: Options;
  readonly about: ExperimentRun;
  readonly result: Result;
}

export interface Shown<Options, Result> extends Outcome<Options, Result> {
  readonly sources: readonly ShownSource[];
}

/** A further table of an experiment. */
export interface NamedTable {
  /** Part of its file names. */
  readonly id: string;
  readonly caption: string;
  readonly table: DataTable;
}

/** A source to be made: a control of a base source, a mixture, or the union of two. */
export type MadeRequest =
  | { readonly kind: 'control'; readonly control: ControlId; readonly base: number; readonly seed: number }
  | { readonly kind: 'mixture'; readonly share: number; readonly base: number; readonly seed: number }
  | { readonly kind: 'hybrid'; readonly a: number; readonly b: number };

/** A made source, by its name in the outcome. */
export interface NamedRequest {
  readonly name: string;
  readonly request: MadeRequest;
}

/** What a card of the Lab says, draws and tabulates of an outcome. */
export interface Card<Shown> {
  /** The title before there is an outcome. */
  readonly question: string;
  /** One line on what it does, before there is one. */
  readonly about: string;
  /** The finding, as one sentence without a full stop. */
  title(outcome: Shown): Phrase;
  /** How to read the chart. */
  how(outcome: Shown): string;
  chart(outcome: Shown): Chart;
  /** All figures behind the chart. */
  table(outcome: Shown): DataTable;
  tables?(outcome: Shown): readonly NamedTable[];
  /** Sentences below the chart. */
  notes?(outcome: Shown): readonly string[];
}

export interface Experiment<Options extends object, Result extends object> extends Card<
  Shown<Options, Result>
> {
  readonly field?: OptionField<Options>;
  options(run: OptionsFor): Options;
  work(run: Pick<FinishedRun, 'sources'>, options: Options, settings: ExperimentSettings): Work;
  /** @throws RunCancelledError, and what reading the texts throws */
  perform(performance: Performance<Options>): Promise<Result>;
  /** Sources that it made and that the session can load. */
  made?(outcome: Shown<Options, Result>): readonly NamedRequest[];
  /** Its part of the report's `experiments`. */
  report(outcome: Shown<Options, Result>): object;
}

/** Pairs of one source; 0 where it is not of the run. */
export function pairsOfSource(sources: readonly SourceData[], id: number): number {
  return sources.find((source) => source.id === id)?.columns.margin.length ?? 0;
}

/** The work of summing all sources under so many weights each. */
export function sumWork(sources: readonly SourceData[], weights: number): Work {
  return { pairs: pairsOf(sources), weights, spectra: 0, others: 0 };
}

/** The name of a source by its id. */
export function nameOf(
  sources: readonly { readonly id: number; readonly name: string }[],
  id: number,
): string {
  return sources.find((source) => source.id === id)?.name ?? '';
}

/** What controls and mixtures are built from: the first reference source, else the first source. */
export function defaultBase(sources: readonly ExperimentSource[]): number {
  return (sources.find(({ reference }) => reference) ?? sources[0])?.id ?? 0;
}

/** `control:random`, `bm25:mix-25`, `bm25+dense`, by the names of now. */
export function nameOfMade(
  request: MadeRequest,
  sources: readonly { readonly id: number; readonly name: string }[],
): string {
  if (request.kind === 'control') return `control:${request.control}`;
  if (request.kind === 'hybrid') return `${nameOf(sources, request.a)}+${nameOf(sources, request.b)}`;
  return `${nameOf(sources, request.base)}:mix-${Number((100 * request.share).toPrecision(3))}`;
}
