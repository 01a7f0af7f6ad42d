/** The status bar beside the sources: encoder, temperature and records of the run shown, or of the next one. */

import { formatCount } from '../ui/words';
import type { RunResult } from '../engine/result';
import type { RunRequest } from '../engine/types';
import { GIVEN_WORDS } from './encoder/encoder-state.svelte';

/** Of a finished run, or of one that is asked for: `records` is `97 records`, or `97 to 163 records` where sources differ. */
export function statusFacts(
  {
    encoder,
    settings,
  }: Pick<RunResult, 'settings'> & { readonly encoder: RunResult['encoder'] | RunRequest['encoder'] },
  records: readonly number[],
): { readonly encoder: string; readonly tau: number; readonly records: string } {
  const { sample, tau } = settings;
  const ranked = records.map((count) => Math.min(count, sample ?? Infinity));
  const [least, most] = [Math.min(...ranked), Math.max(...ranked)];
  const range = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
  const model = encoder && 'model' in encoder ? encoder.model : encoder;
  return { encoder: model?.name ?? GIVEN_WORDS, tau, records: `${range} record${most === 1 ? '' : 's'}` };
}
