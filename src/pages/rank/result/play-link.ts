/** The setting of the strip over the ranking, as parameters of the address: rows of the table of inputs, and the references. */

import { INPUTS, type Values } from '../../../session/inputs/table';
import { listInWords } from '../../../ui/words';

/** All that a result's scores depend on beside files and encoder. */
const NAMES = ['tau', 'weighting', 'negatives', 'sample', 'seed'] as const;

type PlaySetting = Pick<Values, (typeof NAMES)[number]>;

/** Beside the temperature what is as at the start is left out. */
export function toParameters(values: PlaySetting, trusted: readonly string[]): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of NAMES)
    if (name === 'tau' || values[name] !== INPUTS[name].start) parameters.set(name, String(values[name]));
  for (const name of trusted) parameters.append('trust', name);
  return parameters;
}

/**
 * Inputs, and names of the references, null where nothing is said of them. What a whole link leaves out is as at the start, and of a
 * link without a temperature nothing is known but what it names. What is not understood is left out.
 */
export function fromParameters(parameters: URLSearchParams) {
  const values: Record<string, unknown> = {};
  const isWhole = INPUTS.tau.read(parameters.get('tau') ?? '') !== undefined;
  for (const name of NAMES) {
    const value = INPUTS[name].read(parameters.get(name) ?? '') ?? (isWhole ? INPUTS[name].start : undefined);
    if (value !== undefined) values[name] = value;
  }
  const trusted = parameters.getAll('trust');
  return { values: values as Partial<PlaySetting>, trusted: isWhole || trusted.length > 0 ? trusted : null };
}

/** What a link sets, as the address says it, before there are files; empty where it sets nothing. */
export function linkInWords({ values, trusted }: ReturnType<typeof fromParameters>): string {
  const parts = NAMES.flatMap((name) => {
    const value = values[name];
    const isSaid = value !== undefined && (name === 'tau' || value !== INPUTS[name].start);
    return isSaid ? `${name === 'tau' ? 'τ' : name} ${value}` : [];
  });
  if (trusted && trusted.length > 0) parts.push(`references ${trusted.join(', ')}`);
  return parts.length === 0 ? '' : `The link sets ${listInWords(parts)}: give your files.`;
}
