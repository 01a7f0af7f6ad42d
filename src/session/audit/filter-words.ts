/** A filter in a few words, and as what set the marks of all its pairs. */

import type { MarkOrigin } from '../../candidates/marks/labels';
import { FIGURE_IDS } from '../../crossfilter/figures';
import { FIGURES } from './figures';
import type { PairFilter } from './filter';
import { FOUND } from './finding-words';
import { MARK_WORDS } from './mark-words';

export function originOf(filter: PairFilter): MarkOrigin {
  const { marks, verdicts, sql } = filter;
  const maySeeLabels = marks.length > 0 || verdicts.length > 0 || sql.trim() !== '';
  return { kind: maySeeLabels ? 'labels' : 'filter', words: filterInWords(filter) || 'all pairs' };
}

/** Such as `markup, tasb`. */
function filterInWords({ sources, found, ranges, marks, verdicts, search, sql }: PairFilter): string {
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
