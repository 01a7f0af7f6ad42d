/** The experiments in the report, with sources by name. */

import { phraseText } from '../report/verdict-words';
import { compareEncoders, type JudgedEncoder } from './encoders';
import type { ExperimentSettings } from './experiment';
import { EXPERIMENTS, type ExperimentOutcome, type OutcomesById } from './list';
import type { ReportDownstream, ReportExperiments } from './result';
import { bySource, type ShownSource } from './shown-source';
import { SWEEPS } from './sweeps';

type ShownOutcome = ExperimentOutcome & { readonly sources: readonly ShownSource[] };

/**
 * Null where nothing was performed and no training is known.
 * @param encoders compared where there are several
 * @param shown the sources of an outcome, under their current names
 */
export function buildExperiments(
  outcomes: OutcomesById,
  downstream: ReportDownstream | null,
  encoders: readonly JudgedEncoder[],
  shown: (about: ExperimentSettings) => readonly ShownSource[],
): ReportExperiments | null {
  const performed: readonly ExperimentOutcome[] = Object.values(outcomes);
  if (performed.length === 0 && downstream === null) return null;
  const done = performed.map((outcome): ShownOutcome => ({ ...outcome, sources: shown(outcome.about) }));
  const parts = (sweeps: boolean) =>
    Object.fromEntries(
      done
        .filter(({ id }) => id in SWEEPS === sweeps)
        .map((outcome) => [outcome.id, EXPERIMENTS[outcome.id].report(outcome)]),
    ) as Partial<ReportExperiments>;
  const sweeps = parts(true) as NonNullable<ReportExperiments['sweeps']>;
  return {
    ...parts(false),
    runs: Object.fromEntries(done.map((outcome) => [outcome.id, runOf(outcome)])),
    ...(Object.keys(sweeps).length > 0 && { sweeps }),
    ...(downstream && { downstream: { datasets: downstream.datasets, rows: downstream.rows } }),
    ...(encoders.length > 1 && { encoders: compareEncoders(encoders, downstream?.rows ?? []) }),
  };
}

function runOf(outcome: ShownOutcome): ReportExperiments['runs'][string] {
  const { about, sources } = outcome;
  const { tau, weighting, seed } = about;
  return {
    title: phraseText(EXPERIMENTS[outcome.id].title(outcome)),
    tau,
    weighting,
    seed,
    settings: bySource(sources, (place) => sources[place]?.setting ?? ''),
    reference: sources.filter(({ reference }) => reference).map(({ name }) => name),
  };
}
