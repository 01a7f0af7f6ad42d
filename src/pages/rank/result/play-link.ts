/** The setting of the strip over the figure, as parameters of the address: temperature, gates, references. */

import type { GateId } from '../../../scoring/pair-gates';
import { WEIGHTINGS, type WeightingId } from '../../../scoring/weightings';
import { listInWords } from '../../../ui/words';

/** The gates of each weighting that is a product of gates. */
const PRODUCTS: Readonly<Partial<Record<WeightingId, readonly GateId[]>>> = {
  full: ['rho', 'eta', 'psi'],
  'drop-rho': ['eta', 'psi'],
  'drop-eta': ['rho', 'psi'],
  'drop-psi': ['rho', 'eta'],
};

/** The gates that a weighting is the product of; null for one that is none. */
export function gatesOn(weighting: WeightingId): readonly GateId[] | null {
  return PRODUCTS[weighting] ?? null;
}

/** The weighting with a gate put in or left out; null where there is none such. */
export function toggled(weighting: WeightingId, gate: GateId): WeightingId | null {
  const on = gatesOn(weighting);
  if (on === null) return null;
  if (weighting === 'full') return `drop-${gate}`;
  return on.includes(gate) ? null : 'full';
}

export interface PlaySetting {
  readonly tau: number;
  readonly weighting: WeightingId;
  /** Names of the references. */
  readonly trusted: readonly string[];
}

export function toParameters({ tau, weighting, trusted }: PlaySetting): URLSearchParams {
  const parameters = new URLSearchParams({ tau: String(tau) });
  if (weighting !== 'full') parameters.set('weighting', weighting);
  for (const name of trusted) parameters.append('trust', name);
  return parameters;
}

/**
 * What a link sets, as a sentence, before there is a result; empty where it sets nothing.
 * @param waiting for the files
 */
export function linkInWords(
  { tau, weighting, trusted = [] }: Partial<PlaySetting>,
  waiting: boolean,
): string {
  const parts = [
    ...(tau === undefined ? [] : [`τ ${tau}`]),
    ...(weighting === undefined || weighting === 'full'
      ? []
      : [`weighting ${WEIGHTINGS[weighting].formula.replaceAll(' ', '')}`]),
    ...(trusted.length === 0
      ? []
      : [`${trusted.length === 1 ? 'reference' : 'references'} ${trusted.join(', ')}`]),
  ];
  if (parts.length === 0) return '';
  const verb = parts.length === 1 && trusted.length < 2 ? 'is' : 'are';
  return `${listInWords(parts)} ${verb} set by the link${waiting ? '; give your files' : ''}.`;
}

/** What parameters name; what is not understood is left out. @param weightings all that there are */
export function fromParameters(
  parameters: URLSearchParams,
  weightings: readonly WeightingId[],
): Partial<PlaySetting> {
  const tau = Number(parameters.get('tau') ?? Number.NaN);
  const weighting = weightings.find((id) => id === parameters.get('weighting'));
  const trusted = parameters.getAll('trust');
  return {
    ...(tau > 0 && Number.isFinite(tau) ? { tau } : {}),
    ...(weighting ? { weighting } : {}),
    ...(trusted.length > 0 ? { trusted } : {}),
  };
}
