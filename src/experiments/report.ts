/** The experiments in the report, with sources by name. */

import { compareEncoders, type JudgedEncoder } from './encoders';
import type { NamedSources } from './experiment';
import {
  EXPERIMENTS,
  type ExperimentId,
  type ExperimentOptions,
  type ExperimentOutcome,
  type OutcomesById,
} from './list';
import type { ReportDownstream, ReportExperiments } from './result';
import { SWEEPS } from './sweeps';

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
  const parts = (sweeps: boolean) =>
    Object.fromEntries(
      done
        .filter(({ id }) => id in SWEEPS === sweeps)
        .map((outcome) => [outcome.id, EXPERIMENTS[outcome.id].report(outcome, namesIn(outcome, nameOf))]),
    ) as Partial<ReportExperiments>;
  const sweeps = parts(true) as NonNullable<ReportExperiments['sweeps']>;
  const runs = Object.fromEntries(
    done.map((outcome) => [outcome.id, runOf(outcome, titleOf(outcome), namesIn(outcome, nameOf))]),
  );
  return {
    ...parts(false),
    runs,
    ...(Object.keys(sweeps).length > 0 && { sweeps }),
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
): ReportExperiments['runs'][string] {
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
