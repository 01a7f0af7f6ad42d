/** The sources of a run for the ranking: with running scores during the run, then with their figures. */

import { isSameModel, readModel, type ModelIdentity } from '../../identity';
import { knownInterval, ofFigures, unscored, type ScoredSource } from '../../report/scored-source';
import type { AuditProfile } from '../../scoring/audit';
import { referencesAmong, type FinishedRun, type OngoingRun, type RunSource } from '../run/runs';

/**
 * The sources of the run under way, else of the finished one, with current names, settings and references.
 * @param range the reference range entered by hand
 */
export function scoredSources(
  ongoing: Pick<OngoingRun, 'request' | 'sources' | 'running' | 'order'> | null,
  finished: FinishedRun | null,
  range: AuditProfile | null,
): ScoredSource[] {
  const references = referencesAmong((ongoing ?? finished)?.sources ?? [], range);
  if (ongoing) {
    const { request, sources, running, order } = ongoing;
    return sources.map((source, place) => {
      const last = running.get(source.id);
      return {
        ...waiting(source, references[place] ?? false, null, request.settings.negatives),
        records: last?.records ?? 0,
        eci: last?.eci ?? null,
        interval: knownInterval(order?.scores.find((score) => score.source === source.id)),
        runningTrace: last?.trace ?? null,
        gates: order?.gates.find((gates) => gates.source === source.id) ?? null,
        flagsSoFar: order?.flags.filter((flag) => flag.source === source.id) ?? [],
      };
    });
  }
  if (!finished) return [];
  const { settings, sources, certainty, encoder: ranBy } = finished.result;
  const encoder = readModel(ranBy);
  return finished.sources.map((source, place) => {
    const shown = sources.find(({ id }) => id === source.id);
    return {
      ...waiting(source, references[place] ?? false, encoder, settings.negatives),
      ...(shown && ofFigures(shown.figures)),
      interval: knownInterval(certainty.scores.find((score) => score.source === source.id)),
      histograms: shown?.histograms ?? null,
    };
  });
}

/** A source of a cancelled run: its score so far, without flags and without what would set it outside. */
export function scoreAlone(source: ScoredSource): ScoredSource {
  return { ...source, flagsSoFar: [], warnings: [] };
}

/** @param encoder of the run; null during a run */
function waiting(
  { id, entry, loaded, sameAs }: RunSource,
  reference: boolean,
  encoder: ModelIdentity | null,
  negatives: number | null,
): ScoredSource {
  const { key, name, setting, colour, asMeant, margin } = entry;
  const read = {
    loaded,
    name,
    setting,
    reference,
    sameAs,
    asMeant,
    margin: margin !== null && encoder !== null && isSameModel(margin, encoder),
  };
  return unscored(read, negatives, { id, key, colour });
}
