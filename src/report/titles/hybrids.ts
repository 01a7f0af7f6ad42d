/** What unions of two sources found. */

import type { ExperimentOutcome, HybridFigures } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { capitalised, countInWords } from '../../ui/words';

/** How a union stands to its two parts. */
export type Standing = 'above' | 'between' | 'below';

/** The score of a union against those of its parts. */
export function standingOf(
  { about, result }: ExperimentOutcome<'hybrids'>,
  { a, b, eci }: HybridFigures,
): Standing {
  const score = (id: number) => result.scores[about.sources.findIndex((source) => source.id === id)] ?? 0;
  const parts = [score(a), score(b)];
  if (eci > Math.max(...parts)) return 'above';
  return eci < Math.min(...parts) ? 'below' : 'between';
}

/** Whether unions score between their parts. */
export function hybridsTitle(outcome: ExperimentOutcome<'hybrids'>): Phrase {
  const { hybrids, apart } = outcome.result;
  if (hybrids.length === 0) {
    return [
      apart.length === 0
        ? 'Two references in one setting make a union; here there are none'
        : 'No two references share a query with its positive, so no union can be made',
    ];
  }
  const standing = (wanted: Standing) => hybrids.filter((hybrid) => standingOf(outcome, hybrid) === wanted);
  const [above, below] = [standing('above'), standing('below')];
  const between = hybrids.length - above.length - below.length;
  const all = countInWords(hybrids.length);
  const [only] = hybrids;
  if (hybrids.length === 1 && only) {
    const words = { above: 'above both parts', between: 'between its parts', below: 'below both parts' };
    return [`${only.name} scores ${words[standingOf(outcome, only)]}`];
  }
  if (between === hybrids.length) return [`All ${all} unions score between their parts`];
  const told = [
    ...above.map(({ name }) => `${name} above both parts`),
    ...below.map(({ name }) => `${name} below both`),
  ];
  if (told.length > 2) {
    return [
      `${capitalised(countInWords(between))} of ${all} unions ${between === 1 ? 'scores' : 'score'} between their parts`,
    ];
  }
  if (between === 0) return [capitalised(`${told.join(', ')}`)];
  return [
    `${capitalised(countInWords(between))} of ${all} unions ${between === 1 ? 'scores' : 'score'} between the parts; ${told.join(', ')}`,
  ];
}
