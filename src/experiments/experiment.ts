/**
 * An experiment of the lab is one object: its performance, and how its outcome is put in words, drawn, tabulated and
 * reported. All use the pairs and vectors of the finished run and encode nothing. Lists "by source" are in the order of
 * the outcome's sources.
 */

import type { CandidatesForEngine } from '../candidates/candidates';
import type { FinishedRun } from '../engine/finished-run';
import type { SourceData } from '../engine/source-data';
import type { OpenSummer } from '../engine/summer';
import type { Task } from '../engine/task';
import type { Phrase } from '../report/verdict-words';
import type { ControlId } from '../scoring/controls';
import type { WeightingId } from '../scoring/weightings';
import type { DataTable } from '../ui/table';
import type { Chart } from './chart';
import type { ExperimentSource, ShownSource } from './shown-source';

/** All that an experiment depends on beside the run. */
export interface ExperimentSettings {
  /** Those of the run, in its order. */
  readonly sources: readonly ExperimentSource[];
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly seed: number;
  /** Id of the source that controls and mixtures are built from. */
  readonly base: number;
}

export interface Performance {
  readonly run: FinishedRun;
  readonly candidates: CandidatesForEngine;
  readonly settings: ExperimentSettings;
  readonly task: Task;
  /** Makes the sums. */
  readonly open: OpenSummer;
  /** Gets how many more steps are done. */
  readonly onSteps: (count: number) => void;
}

export interface Outcome<Result> {
  /** How it was made, so that it can be made again. */
  readonly about: ExperimentSettings;
  readonly result: Result;
}

export interface Shown<Result> extends Outcome<Result> {
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

export interface Experiment<Result extends object> extends Card<Shown<Result>> {
  /** True where sources are built from the base source. */
  readonly built?: boolean;
  /** Steps of its progress: pairs that are summed, texts that are cut into words. */
  steps(sources: readonly SourceData[], settings: ExperimentSettings): number;
  /** Operations; the steps times the squared dimension if left out. */
  work?(sources: readonly SourceData[], settings: ExperimentSettings): number;
  /** @throws RunCancelledError, and what reading the texts throws */
  perform(performance: Performance): Promise<Result>;
  /** Sources that it made and that the session can load. */
  made?(outcome: Shown<Result>): readonly NamedRequest[];
  /** Its part of the report's `experiments`. */
  report(outcome: Shown<Result>): object;
}

/** What controls and mixtures are built from: the chosen source, else the first reference, else the first. */
export function baseOf(sources: readonly ExperimentSource[], chosen: number | null): number {
  const base = sources.find(({ id }) => id === chosen) ?? sources.find(({ reference }) => reference);
  return (base ?? sources[0])?.id ?? 0;
}

export function nameOf(
  sources: readonly { readonly id: number; readonly name: string }[],
  id: number,
): string {
  return sources.find((source) => source.id === id)?.name ?? '';
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
