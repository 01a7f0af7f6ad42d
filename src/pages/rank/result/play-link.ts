/** The setting of the strip over the ranking, as parameters of the address: temperature, weighting, first negatives, references. */

import type { WeightingId } from '../../../scoring/weightings';
import { countOf, firstNegatives, listInWords, told } from '../../../ui/words';

/** All that a result's scores and flags depend on beside files and encoder. */
export interface PlaySetting {
  readonly tau: number;
  readonly weighting: WeightingId;
  /** The first so many negatives of each record; null for all. */
  readonly negatives: number | null;
  /** Records of a sample, with its seed; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  /** Names of the references. */
  readonly trusted: readonly string[];
}

export function toParameters(setting: PlaySetting): URLSearchParams {
  const { tau, weighting, negatives, sample, seed, trusted } = setting;
  const parameters = new URLSearchParams({ tau: String(tau) });
  if (weighting !== 'full') parameters.set('weighting', weighting);
  if (negatives !== null) parameters.set('negatives', String(negatives));
  if (sample !== null) {
    parameters.set('sample', String(sample));
    parameters.set('seed', String(seed));
  }
  for (const name of trusted) parameters.append('trust', name);
  return parameters;
}

/** What a link sets, as the address says it, before there are files; empty where it sets nothing. */
export function linkInWords({
  tau,
  weighting,
  negatives,
  sample,
  trusted = [],
}: Partial<PlaySetting>): string {
  const parts = told([
    tau !== undefined && `τ ${tau}`,
    weighting !== undefined && weighting !== 'full' && `weighting ${weighting}`,
    negatives ? firstNegatives(negatives) : null,
    sample ? `a sample of ${countOf(sample, 'record')}` : null,
    trusted.length > 0 && `references ${trusted.join(', ')}`,
  ]);
  return parts.length === 0 ? '' : `The link sets ${listInWords(parts)}: give your files.`;
}

/**
 * The setting that parameters name: what a whole link leaves out is as at the start, and of a link without a temperature
 * nothing is known but what it names. What is not understood is left out.
 * @param weightings all that there are
 */
export function fromParameters(
  parameters: URLSearchParams,
  weightings: readonly WeightingId[],
): Partial<PlaySetting> {
  const whole = (name: string) => {
    const value = Number(parameters.get(name) ?? NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const tau = Number(parameters.get('tau') ?? NaN);
  const isWhole = tau > 0 && Number.isFinite(tau);
  const weighting = weightings.find((id) => id === parameters.get('weighting'));
  const trusted = parameters.getAll('trust');
  const seed = whole('seed');
  if (isWhole)
    return {
      tau,
      weighting: weighting ?? 'full',
      negatives: whole('negatives') || null,
      sample: whole('sample') || null,
      ...(seed === null ? {} : { seed }),
      trusted,
    };
  return { ...(weighting ? { weighting } : {}), ...(trusted.length > 0 ? { trusted } : {}) };
}
