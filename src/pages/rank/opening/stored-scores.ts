/** The stored scores of the demo, shown beside the ones being computed. */

import { DEFAULT_TEMPERATURE } from '../../../scoring/gates';
import type { OngoingRun } from '../../../session/run/runs';
import { DEMO } from './demo-result';

/** By the name of the source; none where a run is not the demo's as it was stored. */
export function storedScores({
  request,
  sources,
}: Pick<OngoingRun, 'request' | 'sources'>): ReadonlyMap<string, number> {
  const { settings, encoder } = request;
  const asStored =
    encoder?.model.kind === 'served' &&
    encoder.model.name === DEMO.encoder &&
    settings.tau === DEFAULT_TEMPERATURE &&
    settings.weighting === 'full' &&
    settings.sample === null &&
    sources.length === DEMO.sources.length &&
    // Only the demo's files have a note of how they were made.
    sources.every(({ entry }) => entry.file.note !== null);
  return new Map(asStored ? DEMO.sources.map(({ name, eci }) => [name, eci]) : []);
}
