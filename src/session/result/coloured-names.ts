/** Source names in sentences, so that they can be coloured. */

import type { RankedSource } from '../../report/ranking';

/**
 * A source as a sentence shows it: its name in its colour, its square hollow where a finding bars it. A source of an outcome
 * says so itself.
 */
export type NamedInColour = Pick<RankedSource, 'name' | 'colour'> &
  Partial<Pick<RankedSource, 'verdict'>> & { readonly outside?: boolean };
