/** The experiments in the report, with sources by name. */

import type { Report } from '../report/types';
import type { WeightingId } from '../scoring/weightings';
import { compareEncoders, safeUnder, type EncoderComparison, type JudgedEncoder } from './encoders';
import type { NamedSources } from './experiment';
import {
  reportOf,
  type ExperimentId,
  type ExperimentOptions,
  type ExperimentOutcome,
  type ExperimentReports,
  type OutcomesById,
} from './list';
import type { Agreement, TrainedSource } from './training';
import type { VariantId } from './weightings';

type BySource<T> = Readonly<Record<string, T>>;

/** With this an experiment can be repeated. */
interface ReportExperimentRun {
  /** What it found, as the page's title says it. */
  readonly title: string;
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly seed: number;
  readonly settings: BySource<string>;
  readonly reference: readonly string[];
  readonly options: object;
  readonly seconds: number;
  /** Of them, while matrices were summed. */
  readonly sum_seconds: number;
}

/** The user's metrics after training on the sources, and how they agree with the score. */
export interface ReportDownstream {
  readonly datasets: readonly string[];
  readonly rows: readonly TrainedSource[];
  readonly agreement: Agreement;
}

type Reports = ExperimentReports;

/** `safe`: null before the controls were performed, and for scalars; the trace takes that of the full weighting. */
type ReportWeightings = BySource<
  Reports['weightings']['weightings'][string] & { readonly safe: boolean | null }
>;

/** Each part is there once its experiment was performed. */
export interface ReportExperiments extends Partial<
  Omit<Reports['lexical'], 'settings'> &
    Reports['c-sweep'] &
    Reports['eigenvalues'] &
    Reports['prefix'] &
    Reports['controls'] &
    Reports['mixing'] &
    Reports['sample-size'] &
    Reports['permutation'] &
    Reports['hybrids']
> {
  readonly runs: { readonly [K in ExperimentId]?: ReportExperimentRun };
  /** `tau=0.03`, `tokenizer=whitespace`, `idf=uniform`: one change at a time from the defaults. */
  readonly settings?: Readonly<
    Record<string, BySource<number> | BySource<{ readonly eci: number; readonly mean_psi: number }>>
  >;
  readonly weightings?: ReportWeightings;
  readonly downstream?: ReportDownstream;
  /** Present where the session ranked with several encoders. */
  readonly encoders?: EncoderComparison;
}

export interface SessionReport extends Report {
  /** Present where experiments were performed on these figures or metrics after training were given. */
  readonly experiments?: ReportExperiments;
}

/**
 * Null where nothing was performed and no training is known.
 * @param encoders compared where there are several
 * @param titleOf what an outcome found, in words
 * @param nameOf the source's current name, by its id; null if unknown
 */
export function buildExperiments(
  outcomes: OutcomesById,
  downstream: ReportDownstream | null,
  encoders: readonly JudgedEncoder[],
  titleOf: (outcome: ExperimentOutcome) => string,
  nameOf: (id: number) => string | null,
): ReportExperiments | null {
  const done: readonly ExperimentOutcome[] = Object.values(outcomes);
  if (done.length === 0 && downstream === null) return null;
  const parts = done.map((outcome) => reportOf(outcome, namesIn(outcome, nameOf)));
  const settings = Object.assign({}, ...parts.map((part) => ('settings' in part ? part.settings : {})));
  const all = Object.assign({}, ...parts) as Partial<ReportExperiments>;
  const runs = Object.fromEntries(
    done.map((outcome) => [outcome.id, runOf(outcome, titleOf(outcome), namesIn(outcome, nameOf))]),
  );
  return {
    ...all,
    runs,
    ...(all.settings && { settings }),
    ...(all.weightings && { weightings: withSafety(all.weightings, outcomes) }),
    ...(downstream && { downstream }),
    ...(encoders.length > 1 && { encoders: compareEncoders(encoders, downstream?.rows ?? []) }),
  };
}

function namesIn({ about }: ExperimentOutcome, nameOf: (id: number) => string | null): NamedSources {
  const name = (id: number) =>
    nameOf(id) ?? about.sources.find((source) => source.id === id)?.name ?? String(id);
  return {
    name,
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    bySource: (of) => Object.fromEntries(about.sources.map(({ id }, place) => [name(id), of(place)])),
  };
}

function runOf(
  { about, options }: ExperimentOutcome,
  title: string,
  { name, bySource }: NamedSources,
): ReportExperimentRun {
  const { sources, tau, weighting, seed, seconds, sumSeconds } = about;
  return {
    title,
    tau,
    weighting,
    seed,
    settings: bySource((place) => sources[place]?.setting ?? ''),
    reference: sources.filter(({ reference }) => reference).map(({ id }) => name(id)),
    options: namedOptions(options, name),
    seconds,
    sum_seconds: sumSeconds,
  };
}

function namedOptions(options: ExperimentOptions[ExperimentId], name: NamedSources['name']): object {
  if ('base' in options) return { ...options, base: name(options.base) };
  if (!('pairs' in options)) return options;
  return { pairs: options.pairs.map((pair) => pair.map((id) => name(id))) };
}

function withSafety(variants: Reports['weightings']['weightings'], { controls }: OutcomesById) {
  return Object.fromEntries(
    Object.entries(variants).map(([id, variant]) => [
      id,
      { ...variant, safe: safeUnder(controls ?? null, id as VariantId) },
    ]),
  );
}
