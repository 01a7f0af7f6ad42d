/** The stored result of the demo, shown at once and until the first one is computed. */

import { DEFAULT_TEMPERATURE } from '../../../scoring/gates';
import type { RunSettings } from '../../../engine/results';
import type { Comparison } from '../../../session/comparison.svelte';
import type { OngoingRun, RunSource } from '../../../session/run/runs';
import { DEMO, DEMO_REPORT } from './demo-result';
import type { RankingView } from '../../../report/ranking';

/** The stored result while it is being computed for the first time; null where anything else is. */
export function storedResult({ run, settings, fetchingDemo }: Comparison): RankingView | null {
  if (run.finished) return null;
  if (run.ongoing) return isStored(run.ongoing) ? DEMO : null;
  const { gating, sampled, sampleSize, firstNegatives: negatives } = settings;
  const sample = sampled ? sampleSize : null;
  const asStored = gating !== null && areStored({ ...gating, sample, negatives });
  return fetchingDemo && asStored ? DEMO : null;
}

/** True for the run whose result is stored. */
export function isStored({ request, sources }: Pick<OngoingRun, 'request' | 'sources'>): boolean {
  const { settings, encoder } = request;
  return (
    encoder?.model.kind === 'served' &&
    encoder.model.name === DEMO_REPORT.encoder.name &&
    areStored(settings) &&
    isDemo(sources)
  );
}

/** True for the demo's sources. */
export function isDemo(sources: readonly Pick<RunSource, 'entry'>[]): boolean {
  // Only the demo's files have a note of how they were made.
  return sources.length === DEMO.rows.length && sources.every(({ entry }) => entry.file.note !== null);
}

function areStored({
  tau,
  weighting,
  sample,
  negatives,
}: Pick<RunSettings, 'tau' | 'weighting' | 'sample' | 'negatives'>): boolean {
  return tau === DEFAULT_TEMPERATURE && weighting === 'full' && sample === null && negatives === null;
}
