/** What an experiment will cost, from its work and from how long a small part of such work takes on this machine. */

import { accumulateInformation } from '../scoring/information';
import { now } from '../engine/time';
import type { FinishedRun } from '../engine/finished-run';
import { vectorsOf } from '../engine/source-data';
import type { Work } from './experiment';
import type { ExperimentCost } from './types';

/** Pairs of the small part that is timed. */
const PROBE_PAIRS = 64;

/**
 * Other work in units of d² (one pair summed) or d³, as measured beside it: a log-det, and all eigenvalues, of a d×d
 * matrix; one text read and cut into tokens; one query drawn for one source.
 */
const LOG_DET_PER_CUBE = 1;
const SPECTRUM_PER_CUBE = 16;
const PAIRS_OF_768_PER_TEXT = 0.2;
const PAIRS_OF_768_PER_DRAWN_QUERY = 2e-4;
const LARGE_SQUARE = 768 ** 2;

/** @param queries queries of all sources together: each draw visits them all */
export function costOf(work: Work, run: Pick<FinishedRun, 'sources'>, queries: number): ExperimentCost {
  const first = run.sources[0];
  const d = first ? vectorsOf(first).dimension : 0;
  const { texts, summedPairs, matrices, spectra, draws, comparisons } = work;
  const units =
    summedPairs * d ** 2 +
    comparisons * d +
    (matrices * LOG_DET_PER_CUBE + spectra * SPECTRUM_PER_CUBE) * d ** 3 +
    texts * PAIRS_OF_768_PER_TEXT * LARGE_SQUARE +
    draws * queries * run.sources.length * PAIRS_OF_768_PER_DRAWN_QUERY * LARGE_SQUARE;
  return {
    texts,
    summedPairs,
    matrices: matrices + spectra,
    draws,
    seconds: units * secondsPerUnit(d),
  };
}

/** Seconds that one pair of residuals takes to be summed, over d². */
function secondsPerUnit(d: number): number {
  if (d === 0) return 0;
  const sum = new Float64Array(d * d);
  const residuals = new Float64Array(PROBE_PAIRS * d).fill(0.5);
  const weights = new Float64Array(PROBE_PAIRS).fill(1);
  const add = () => accumulateInformation(sum, residuals, weights, PROBE_PAIRS, d);
  add();
  const start = now();
  let rounds = 0;
  do {
    add();
    rounds++;
  } while (now() - start < 4);
  return (now() - start) / 1000 / (rounds * PROBE_PAIRS * d * d);
}
