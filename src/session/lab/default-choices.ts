/** What each experiment is told where nobody says otherwise: the paper's choices (SPEC.md). */

import type { ExperimentChoice } from '../../experiments/types';
import { IDF_CORPUS_IDS } from '../../lexical/corpora';
import { TOKENIZER_IDS } from '../../lexical/tokenizers';
import { pairsWithin } from '../../scoring/certainty/order';

/** A source of the run as the experiments compare it. */
export interface ComparedSource {
  readonly id: number;
  readonly setting: string;
  readonly reference: boolean;
}

/** Temperatures of the paper's table, and some on either side of them. */
const TAUS = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];

const QUARTERS = [0.25, 0.5, 0.75, 1];

/** The controls are built from the first reference source, else from the first source. */
export function defaultBase(sources: readonly ComparedSource[]): number {
  return (sources.find(({ reference }) => reference) ?? sources[0])?.id ?? 0;
}

/** Every experiment, in the order in which it is performed: later ones find sums that earlier ones have made. */
export function defaultChoices(sources: readonly ComparedSource[]): readonly ExperimentChoice[] {
  const base = defaultBase(sources);
  return [
    { id: 'weightings', options: {} },
    { id: 'controls', options: { base } },
    { id: 'mixing', options: { base, shares: [0, ...QUARTERS] } },
    { id: 'c-sweep', options: {} },
    { id: 'eigenvalues', options: {} },
    { id: 'temperature', options: { taus: TAUS } },
    { id: 'lexical', options: { tokenizers: TOKENIZER_IDS, corpora: IDF_CORPUS_IDS } },
    { id: 'sample-size', options: { shares: QUARTERS, draws: 400 } },
    { id: 'bootstrap', options: { resamples: 2000 } },
    { id: 'hybrids', options: { pairs: pairsOfReferences(sources) } },
  ];
}

/** Ids of each two reference sources of one setting. */
function pairsOfReferences(sources: readonly ComparedSource[]): (readonly [number, number])[] {
  const references = sources.filter(({ reference }) => reference);
  return pairsWithin(references.map(({ setting }) => setting)).flatMap(([a, b]) => {
    const [one, other] = [references[a], references[b]];
    return one && other ? [[one.id, other.id] as const] : [];
  });
}
