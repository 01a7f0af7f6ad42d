/** What the user changes of the paper's options. */

import type { ExperimentChoice } from '../../experiments/types';

/** Options that the user writes; null: as the paper has them. */
export interface WrittenOptions {
  /** Temperatures of the sweep. */
  readonly taus: readonly number[] | null;
  /** Shares of random passages. */
  readonly shares: readonly number[] | null;
  /** Samples drawn of each share of the records. */
  readonly draws: number | null;
}

export const NOTHING_WRITTEN: WrittenOptions = { taus: null, shares: null, draws: null };

export interface OwnOptions extends WrittenOptions {
  /** Id of the source that controls and mixtures are built from. */
  readonly base: number;
  /** Temperature of the settings: the sweep goes through it. Null while nothing is ranked. */
  readonly tau: number | null;
}

/** The choice with the user's options in it. */
export function withOwnOptions(choice: ExperimentChoice, own: OwnOptions): ExperimentChoice {
  const { base, tau } = own;
  switch (choice.id) {
    case 'controls':
      return { id: 'controls', options: { ...choice.options, base } };
    case 'mixing':
      return { id: 'mixing', options: { base, shares: own.shares ?? choice.options.shares } };
    case 'temperature': {
      const taus = own.taus ?? choice.options.taus;
      const all = tau === null || taus.includes(tau) ? taus : [...taus, tau].sort((a, b) => a - b);
      return { id: 'temperature', options: { taus: all } };
    }
    case 'sample-size':
      return { id: 'sample-size', options: { ...choice.options, draws: own.draws ?? choice.options.draws } };
    default:
      return choice;
  }
}

/** Of the options that can be written, those that the choices have. */
export function writtenIn(choices: readonly ExperimentChoice[]): WrittenOptions {
  return choices.reduce((found: WrittenOptions, { id, options }) => {
    if (id === 'temperature') return { ...found, taus: options.taus };
    if (id === 'mixing') return { ...found, shares: options.shares };
    return id === 'sample-size' ? { ...found, draws: options.draws } : found;
  }, NOTHING_WRITTEN);
}
