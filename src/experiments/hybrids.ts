/** Hybrids: unions of two sources over the queries that both have, named A+B (paper, Section "Hybrid sources"). */

import { pairsWithin } from '../scoring/orders';
import { capitalised, countInWords, listInWords } from '../ui/words';
import { nameOfMade } from './experiment';
import { made } from './made-sources';
import { settingsOf } from './shown-source';

export const hybrids = made({
  question: 'What does the union of two sources score?',
  about: 'Joins the negatives of each two references over the records that both have.',
  /** Each two references of one setting. */
  requests(_sources, settings) {
    const references = settings.sources.filter(({ reference }) => reference);
    const idOf = (place: number) => references[place]?.id ?? NaN;
    return pairsWithin(settingsOf(references)).map(([a, b]) => ({ kind: 'hybrid', a: idOf(a), b: idOf(b) }));
  },
  /** Whether unions score between their parts. */
  title({ sources, result: { made: unions, missing, scores } }) {
    if (unions.length === 0) {
      return [
        missing.length === 0
          ? 'Two references in one setting make a union; here there are none'
          : 'No two references share a query with its positive, so no union can be made',
      ];
    }
    const others = unions.flatMap(({ request, eci }) => {
      const ids = request.kind === 'hybrid' ? [request.a, request.b] : [];
      const parts = scores.filter((_, s) => ids.includes(sources[s]?.id ?? NaN));
      const beyond = eci > Math.max(...parts) ? 'above' : eci < Math.min(...parts) ? 'below' : null;
      return beyond === null ? [] : [`${nameOfMade(request, sources)} scores ${beyond} both parts`];
    });
    const all = countInWords(unions.length);
    if (others.length === 0)
      return [`${unions.length === 1 ? 'The union scores' : `All ${all} unions score`} between their parts`];
    if (others.length < 3) return [listInWords(others)];
    const between = countInWords(unions.length - others.length);
    return [`${capitalised(between)} of ${all} unions score between their parts`];
  },
  how: () => 'Diamonds: unions, each negative of a record once. Circles: your sources. Whiskers: 95\u00a0%.',
});
