/** What the bootstrap over queries found. */

import type { BootstrapPair, ExperimentOutcome } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { capitalised, countInWords } from '../../ui/words';

/** Which orders are separated from chance, and which are not. */
export function bootstrapTitle({ about, result: { pairs } }: ExperimentOutcome<'bootstrap'>): Phrase {
  const open = pairs.filter(({ separated }) => !separated);
  const apart = pairs.length - open.length;
  if (pairs.length === 0) return ['Without a rival there is no order to separate from chance'];
  const nameOf = (id: number) => ({ source: about.sources.find((source) => source.id === id)?.name ?? '' });
  const both = ({ a, b }: BootstrapPair): Phrase => [nameOf(a), ' and ', nameOf(b)];
  const [first] = open;
  if (!first) {
    if (pairs.length > 1)
      return [`All ${countInWords(pairs.length)} pairs of sources are separated from chance`];
    const [only] = pairs;
    return only ? [...both(only), ' are separated from chance'] : [];
  }
  if (open.length > 1 && apart === 0) {
    return [`None of ${countInWords(pairs.length)} pairs of sources is separated from chance`];
  }
  if (open.length > 1) {
    return [
      `${capitalised(countInWords(apart))} of ${countInWords(pairs.length)} pairs of sources ${apart === 1 ? 'is' : 'are'} separated from chance`,
    ];
  }
  if (apart === 0) return [...both(first), ' are not separated from chance'];
  const rest = apart === 1 ? 'the other pair is' : `the other ${countInWords(apart)} pairs are`;
  return [...both(first), ` are not separated; ${rest}`];
}
