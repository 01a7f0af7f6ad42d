/** Hybrids: unions of two sources over the queries that both have, named A+B (paper, Section "Hybrid sources"). */

import { pairsWithin } from '../scoring/certainty/order';
import { capitalised, countInWords, listInWords } from '../ui/words';
import { nameOfMade, type Shown } from './experiment';
import { made, type MadeResult, type MadeSource } from './made-sources';
import { settingsOf, type ExperimentSource } from './shown-source';

export interface HybridsOptions {
  /** Ids of the two sources of each union. */
  readonly pairs: readonly (readonly [number, number])[];
}

export const hybrids = made<HybridsOptions>({
  question: 'What does the union of two sources score?',
  about: 'Joins the negatives of each two references over the records that both have.',
  options: ({ sources }) => ({ pairs: pairsOfReferences(sources) }),
  requests: ({ pairs }) => pairs.map(([a, b]) => ({ kind: 'hybrid', a, b })),
  /** Whether unions score between their parts. */
  title(outcome) {
    const { sources, result } = outcome;
    const { made, missing } = result;
    if (made.length === 0) {
      return [
        missing.length === 0
          ? 'Two references in one setting make a union; here there are none'
          : 'No two references share a query with its positive, so no union can be made',
      ];
    }
    const others = made.flatMap((union) => {
      const standing = standingOf(outcome, union);
      return standing === 'between'
        ? []
        : [`${nameOfMade(union.request, sources)} scores ${standing} both parts`];
    });
    const all = countInWords(made.length);
    const between = countInWords(made.length - others.length);
    if (others.length === 0)
      return [`${made.length === 1 ? 'The union scores' : `All ${all} unions score`} between their parts`];
    if (others.length < 3) return [listInWords(others)];
    return [`${capitalised(between)} of ${all} unions score between their parts`];
  },
  how: () => 'Diamonds: unions, each negative of a record once. Circles: your sources. Whiskers: 95\u00a0%.',
});

/** Where a union scores relative to its two parts. */
function standingOf(
  { sources, result }: Shown<HybridsOptions, MadeResult>,
  { request, eci }: MadeSource,
): 'above' | 'between' | 'below' {
  const ids = request.kind === 'hybrid' ? [request.a, request.b] : [];
  const parts = ids.map((id) => result.scores[sources.findIndex((source) => source.id === id)] ?? 0);
  if (eci > Math.max(...parts)) return 'above';
  return eci < Math.min(...parts) ? 'below' : 'between';
}

/** Ids of each two reference sources of one setting. */
function pairsOfReferences(sources: readonly ExperimentSource[]): (readonly [number, number])[] {
  const references = sources.filter(({ reference }) => reference);
  return pairsWithin(settingsOf(references)).flatMap(([a, b]) => {
    const [one, other] = [references[a], references[b]];
    return one && other ? [[one.id, other.id] as const] : [];
  });
}
