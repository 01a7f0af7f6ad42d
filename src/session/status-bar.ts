/** The status bar beside the sources: encoder, temperature and records of the run shown, or of the next one. */

import { formatCount } from '../ui/words';
import type { RunResult } from '../engine/result';
import type { RunRequest } from '../engine/types';
import { GIVEN_WORDS } from './encoder/encoder-state.svelte';

export interface StatusFacts {
  readonly encoder: string;
  readonly tau: number;
  /** `97 records`, or `97 to 163 records` where sources differ. */
  readonly records: string;
}

/** Of a finished run. */
export function factsOfResult({ encoder, settings, sources }: RunResult): StatusFacts {
  return {
    encoder: encoder?.name ?? GIVEN_WORDS,
    tau: settings.tau,
    records: recordsInWords(sources.map(({ figures }) => figures.records)),
  };
}

/**
 * Of a run that is asked for.
 * @param records of each source
 */
export function factsOfRequest({ encoder, settings }: RunRequest, records: readonly number[]): StatusFacts {
  const { sample, tau } = settings;
  return {
    encoder: encoder?.model.name ?? GIVEN_WORDS,
    tau,
    records: recordsInWords(records.map((count) => (sample === null ? count : Math.min(count, sample)))),
  };
}

/** The least and the most of sources that differ. */
function recordsInWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const range = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
  return `${range} record${most === 1 ? '' : 's'}`;
}
