/** The sources of a run for the ranking: with running scores during the run, then with their figures. */

import { isSameModel, readModel, type ModelIdentity } from '../../identity';
import {
  finishedSource,
  knownInterval,
  unscored,
  type ReadSource,
  type ScoredSource,
} from '../../report/scored-source';
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
        ...unscored(
          readSource(source, references[place] ?? false, null),
          request.settings.negatives,
          shownAs(source),
        ),
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
  const encoder = readModel(finished.result.encoder);
  return finished.sources.map((source, place) =>
    finishedSource(readSource(source, references[place] ?? false, encoder), finished.result, shownAs(source)),
  );
}

/** A source of a cancelled run: its score so far, without flags and without what would set it outside. */
export function scoreAlone(source: ScoredSource): ScoredSource {
  return { ...source, flagsSoFar: [], warnings: [] };
}

/** @param encoder of the run; null during a run */
function readSource(
  { entry, loaded, sameAs }: RunSource,
  reference: boolean,
  encoder: ModelIdentity | null,
): ReadSource {
  const { name, setting, asMeant, margin } = entry;
  const isMargin = margin !== null && encoder !== null && isSameModel(margin, encoder);
  return { loaded, name, setting, reference, sameAs, asMeant, margin: isMargin };
}

function shownAs({ id, entry: { key, colour } }: RunSource): Pick<ScoredSource, 'id' | 'key' | 'colour'> {
  return { id, key, colour };
}
