/** The sources of a run for the ranking: with running scores during the run, then with their figures. */

import { isSameModel, readModel, type ModelIdentity } from '../../identity';
import type { ReadSource } from '../../report/evidence';
import { finishedSource, knownInterval, unscored, type ScoredSource } from '../../report/scored-source';
import type { FinishedRun, OngoingRun, RunSource } from '../run/runs';

/** The sources of a run under way, with current names, settings and references. */
export function runningSources({
  request,
  sources,
  running,
  order,
}: Pick<OngoingRun, 'request' | 'sources' | 'running' | 'order'>): ScoredSource[] {
  return sources.map((source) => {
    const last = running.get(source.id);
    return {
      ...unscored(readSource(source, null), request.settings.negatives, shownAs(source)),
      records: last?.records ?? 0,
      eci: last?.eci ?? null,
      interval: knownInterval(order?.scores.find((score) => score.source === source.id)),
      runningTrace: last?.trace ?? null,
      gates: order?.gates.find((gates) => gates.source === source.id) ?? null,
    };
  });
}

/** The sources of a finished run, with current names, settings and references. */
export function finishedSources({ sources, result }: FinishedRun): ScoredSource[] {
  const reads = readSources({ sources, result });
  return sources.map((source, place) => finishedSource(reads[place] as ReadSource, result, shownAs(source)));
}

/** What is known of the sources of a finished run beside its result. */
export function readSources({ sources, result }: Pick<FinishedRun, 'sources' | 'result'>): ReadSource[] {
  const encoder = readModel(result.encoder);
  return sources.map((source) => readSource(source, encoder));
}

/** @param encoder of the run; null before its end */
export function readSource(
  { entry, loaded, sameAs }: Pick<RunSource, 'entry' | 'loaded' | 'sameAs'>,
  encoder: ModelIdentity | null,
): ReadSource {
  const { name, setting, reference, asMeant, lookedAt, margin, evaluation } = entry;
  return {
    loaded,
    name,
    setting,
    reference,
    sameAs,
    asMeant,
    lookedAt,
    margin: margin !== null && encoder !== null && isSameModel(margin, encoder),
    evaluation,
  };
}

function shownAs({ id, entry: { key, colour } }: RunSource): Pick<ScoredSource, 'id' | 'key' | 'colour'> {
  return { id, key, colour };
}
