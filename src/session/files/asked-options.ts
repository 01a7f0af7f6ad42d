/** The page's inputs as options of reading a file. */

import type { LoadOptions, Mapping } from '../../candidates/reading';
import type { Values } from '../inputs/table';

/** The label is the page's own: it is filled in where a file has it. */
export function askedOptions(
  values: Values,
): Pick<LoadOptions, 'topK' | 'mappingWhereItFits' | 'byOrder' | 'header' | 'relevant'> {
  const { 'top-k': topK, 'by-order': byOrder, map, header, relevant } = values;
  return {
    topK,
    mappingWhereItFits: map === null ? null : mappingOf(map),
    byOrder,
    header: header === 'auto' ? null : header,
    relevant: relevant ?? 1,
  };
}

/** Of `query=a,positive=b,negative=c,negative=d,id=e`, as the table of inputs takes it. */
function mappingOf(text: string): Mapping {
  const parts = text.split(',').map((part) => /^(query|positive|negative|label|id)=(.+)$/.exec(part.trim()));
  const named = (role: string): string[] =>
    parts.flatMap((part) => (part?.[1] === role ? [part[2] ?? ''] : []));
  const [query = '', positive = ''] = [...named('query'), ...named('positive')];
  const [[queryId = null], [label = null]] = [named('id'), named('label')];
  return { query, positive, negatives: named('negative'), queryId, label };
}
