/** What the user changes of the paper's options. */

import type { ExperimentChoice } from '../../engine/experiments/types';

export interface OwnOptions {
  /** Id of the source that controls and mixtures are built from. */
  readonly base: number;
  /** Temperature of the settings: the sweep goes through it. Null while nothing is ranked. */
  readonly tau: number | null;
}

/** The choice with the user's options in it. */
export function withOwnOptions(choice: ExperimentChoice, { base, tau }: OwnOptions): ExperimentChoice {
  switch (choice.id) {
    case 'controls':
      return { id: 'controls', options: { ...choice.options, base } };
    case 'mixing':
      return { id: 'mixing', options: { ...choice.options, base } };
    case 'temperature': {
      const { taus } = choice.options;
      if (tau === null || taus.includes(tau)) return choice;
      return { id: 'temperature', options: { taus: [...taus, tau].sort((a, b) => a - b) } };
    }
    default:
      return choice;
  }
}
