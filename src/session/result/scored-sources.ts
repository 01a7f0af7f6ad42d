/** The sources of a run as the ranking shows them: with running scores while it goes on, then with their figures. */

import { judgedOfLoaded } from '../../report/verdict';
import type { ScoredSource } from './ranking-view';
import type { FinishedRun, OngoingRun, RunSource } from '../run/run-state.svelte';

/** The sources of the run under way, else of the finished one, under the names, settings and references of now. */
export function scoredSources(
  ongoing: Pick<OngoingRun, 'sources' | 'running'> | null,
  finished: FinishedRun | null,
): ScoredSource[] {
  if (ongoing) {
    return ongoing.sources.map((source) => {
      const last = ongoing.running.get(source.id);
      return scored(source, {
        records: last?.records ?? 0,
        eci: last?.eci ?? null,
        runningTrace: last?.trace ?? null,
        figures: null,
        histograms: null,
      });
    });
  }
  return (finished?.sources ?? []).map((source) => {
    const shown = finished?.result.sources.find(({ id }) => id === source.id);
    const figures = shown?.figures ?? null;
    return scored(source, {
      records: figures?.records ?? 0,
      eci: figures?.eci ?? null,
      runningTrace: null,
      figures,
      histograms: shown?.histograms ?? null,
    });
  });
}

function scored(
  { id, entry, loaded, sameAs }: RunSource,
  figures: Pick<ScoredSource, 'records' | 'eci' | 'runningTrace' | 'figures' | 'histograms'>,
): ScoredSource {
  const { key, name, setting, reference, colour } = entry;
  return { ...judgedOfLoaded(loaded), ...figures, key, id, name, setting, reference, colour, sameAs };
}
