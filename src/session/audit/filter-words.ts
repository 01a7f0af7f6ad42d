/** A filter in a few words, such as `near the positive, tasb`: what stands beside marks that were set for all its pairs. */

import { FIGURE_IDS } from '../../crossfilter/figures';
import { FIGURES } from './figures';
import type { PairFilter } from './filter';
import { FOUND } from './found';
import { MARK_WORDS } from './mark-words';

export function filterInWords({ sources, found, ranges, marks, verdicts, search, sql }: PairFilter): string {
  const parts = [
    ...FOUND.flatMap(({ id, words }) => (found.includes(id) ? words : [])),
    ...FIGURE_IDS.flatMap((id) => {
      const range = ranges[id];
      return range ? `${FIGURES[id].sign || id} ${range.from ?? ''} to ${range.to ?? ''}` : [];
    }),
    ...marks.map((mark) => (mark === 'none' ? 'no mark' : MARK_WORDS[mark].marked)),
    ...verdicts.map((verdict) => (verdict === 'none' ? 'not judged' : `judged: ${verdict}`)),
    ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
    ...(sql.trim() === '' ? [] : ['SQL']),
    ...sources,
  ];
  return parts.join(', ');
}
