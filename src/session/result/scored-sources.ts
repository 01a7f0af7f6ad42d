/** The sources of a run for the ranking: with running scores during the run, then with their figures. */

import { isSameModel, readModel, type ModelIdentity } from '../../identity';
import { judgedOfLoaded } from '../../report/verdict';
import type { RunSettings } from '../../engine/results';
import type { AuditProfile } from '../../scoring/audit';
import type { ScoredSource } from './ranking-view';
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
    return ongoing.sources.map((source, place) => {
      const last = ongoing.running.get(source.id);
      return scored(source, references[place] ?? false, null, ongoing.request.settings, {
        records: last?.records ?? 0,
        eci: last?.eci ?? null,
        runningTrace: last?.trace ?? null,
        figures: null,
        gates: ongoing.order?.gates.find((gates) => gates.source === source.id) ?? null,
        flagsSoFar: ongoing.order?.flags.filter((flag) => flag.source === source.id) ?? [],
        histograms: null,
      });
    });
  }
  if (!finished) return [];
  const { settings: asked, sources, encoder: ranBy } = finished.result;
  const encoder = readModel(ranBy);
  return finished.sources.map((source, place) => {
    const shown = sources.find(({ id }) => id === source.id);
    const figures = shown?.figures ?? null;
    return scored(source, references[place] ?? false, encoder, asked, {
      records: figures?.records ?? 0,
      eci: figures?.eci ?? null,
      runningTrace: null,
      figures,
      gates: figures,
      flagsSoFar: [],
      histograms: shown?.histograms ?? null,
    });
  });
}

/** A source of a cancelled run: its score so far, without flags and without what would set it outside. */
export function scoreAlone(source: ScoredSource): ScoredSource {
  return { ...source, flagsSoFar: [], warnings: [] };
}

function scored(
  { id, entry, loaded, sameAs }: RunSource,
  reference: boolean,
  /** Null during a run. */
  encoder: ModelIdentity | null,
  /** What the run was asked for. */
  { negatives }: Pick<RunSettings, 'negatives'>,
  figures: Pick<
    ScoredSource,
    'records' | 'eci' | 'runningTrace' | 'figures' | 'gates' | 'flagsSoFar' | 'histograms'
  >,
): ScoredSource {
  const { key, name, setting, colour, asMeant, margin } = entry;
  const warnings = asMeant ? [] : loaded.warnings;
  return {
    ...judgedOfLoaded(loaded, negatives),
    ...figures,
    warnings,
    key,
    id,
    name,
    setting,
    reference,
    colour,
    sameAs,
    margin: margin !== null && encoder !== null && isSameModel(margin, encoder),
  };
}
