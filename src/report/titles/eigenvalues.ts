/** What the spectrum of Î found. */

import type { ExperimentOutcome } from '../../experiments/types';
import { logDetOfSpectrum, relativeGap, shrinkFactor } from '../../scoring/sweep';
import type { Phrase } from '../verdict-words';
import { formatPercent, formatScore } from '../../ui/words';
import { nameAt } from './order-changes';

/** Largest gap of score and trace of which it is said that the score is its trace. */
const SAME = 0.01;

/** What the spectrum of one source says. */
export interface SpectrumFacts {
  readonly largest: number;
  /** |score − trace| / trace. */
  readonly gap: number;
  /** Directions whose eigenvalue is 1 or more. */
  readonly aboveOne: number;
  /** λ_max under uniform weights over λ_max under the weighting; null where the latter is 0. */
  readonly shrink: number | null;
}

/** By source. */
export function spectrumFacts({ result: { spectra } }: ExperimentOutcome<'eigenvalues'>): SpectrumFacts[] {
  return spectra.map(({ chosen, uniform }) => {
    const largest = chosen[0] ?? 0;
    const trace = chosen.reduce((sum, value) => sum + value, 0);
    return {
      largest,
      gap: relativeGap(logDetOfSpectrum(chosen, 1), trace),
      aboveOne: chosen.filter((value) => value >= 1).length,
      shrink: largest > 0 ? shrinkFactor(uniform[0] ?? 0, largest) : null,
    };
  });
}

/** Whether the score is its trace. */
export function eigenvaluesTitle(outcome: ExperimentOutcome<'eigenvalues'>): Phrase {
  const facts = spectrumFacts(outcome);
  const largest = Math.max(...facts.map((fact) => fact.largest));
  const gap = Math.max(...facts.map((fact) => fact.gap));
  const place = facts.findIndex((fact) => fact.largest === largest);
  if (largest >= 1) {
    const count = facts[place]?.aboveOne ?? 0;
    return [
      nameAt(outcome.about.sources, place),
      ` has ${count === 1 ? 'an eigenvalue' : `${count} eigenvalues`} of 1 or more: there the score is not its trace`,
    ];
  }
  if (gap <= SAME) {
    const far = largest < 0.1 ? 'far below 1' : 'below 1';
    return [`Every eigenvalue lies ${far}, so the score is its trace but for ${formatPercent(gap)}`];
  }
  return [
    `The largest eigenvalue is ${formatScore(largest)}: the score falls up to ${formatPercent(gap)} below its trace`,
  ];
}
