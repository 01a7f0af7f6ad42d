/** Which field was read as which role, in one line. */

import { listInWords } from '../../../ui/words';
import type { FieldRoles } from '../../../candidates/reading';

const BY: Readonly<Record<FieldRoles['by'], string>> = {
  format: 'by its format',
  names: 'by its names',
  order: 'by the order of its columns',
  user: 'as you said',
};

/** `Read by its names: query from question, positive from answer, negatives from neg; left alone: id.` */
export function rolesInWords(roles: FieldRoles): string {
  const { by, query, positive, negatives, titles, label, id, relevant, leftAlone } = roles;
  const parts = [
    `query from ${query}`,
    `positive from ${positive}`,
    `negatives from ${listInWords([...negatives])}`,
    ...(titles.length > 0 ? [`titles from ${listInWords([...titles])}`] : []),
    ...(label === null ? [] : [`label from ${label}`]),
    ...(relevant === null ? [] : [`relevant from grade ${relevant}`]),
    ...(id === null ? [] : [`id from ${id}`]),
  ];
  const rest = leftAlone.length === 0 ? '' : `; left alone: ${leftAlone.join(', ')}`;
  return `Read ${BY[by]}: ${parts.join(', ')}${rest}.`;
}
