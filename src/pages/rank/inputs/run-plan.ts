/** What pressing "Rank sources" would do, in one sentence. */

import { formatCount, formatSeconds } from '../../../app/format';
import { WEIGHTINGS } from '../../../scoring/weightings';
import type { SettingsState } from '../../../session/run/settings-state.svelte';
import type { SourceEntry } from '../../../session/files/file-entries.svelte';
import type { FinishedRun } from '../../../session/run/runs';

/** `97 records each, about 5 s, τ 0.05, weighting ρηψ, all records.` */
export function runPlan(
  entries: readonly SourceEntry[],
  {
    gating,
    sampled,
    sampleSize,
    stopRule,
  }: Pick<SettingsState, 'gating' | 'sampled' | 'sampleSize' | 'stopRule'>,
  finished: FinishedRun | null,
): string {
  if (entries.length === 0 || gating === null) return '';
  const counts = entries.map(({ loaded }) => loaded.counts.records);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const records =
    least === most
      ? `${formatCount(most)} record${most === 1 ? '' : 's'} each`
      : `${formatCount(least)} to ${formatCount(most)} records`;
  const seconds = finished && secondsAsBefore(entries, finished);
  const drawn = sampled && sampleSize !== null ? `a sample of ${formatCount(sampleSize)}` : 'all records';
  const until = { all: '', certain: ' until the order is certain', long: '' }[stopRule];
  const parts = [
    records,
    ...(seconds === null ? [] : [`about ${formatSeconds(seconds)} on this machine`]),
    `τ ${gating.tau}`,
    `weighting ${WEIGHTINGS[gating.weighting].formula.replaceAll(' ', '')}`,
    `${drawn}${until}`,
  ];
  return `${parts.join(', ')}.`;
}

/** A run's time by its pairs, as the last one took; what the last one encoded is kept, so it is an upper bound. */
function secondsAsBefore(entries: readonly SourceEntry[], { result }: FinishedRun): number | null {
  const before = result.sources.reduce((sum, { figures }) => sum + figures.negatives, 0);
  const now = entries.reduce((sum, { loaded }) => sum + loaded.counts.pairs, 0);
  return before === 0 ? null : (result.cost.seconds.total * now) / before;
}
