/** What the list is sorted by, in words. */

import type { SortKey } from '../../../session/audit/filter';
import { FIGURES } from '../../../session/audit/figures';

export function sortWords(key: SortKey): string {
  if (key === 'file') return 'order of the files';
  const { sign, words } = FIGURES[key];
  return sign === '' || key === 'cos' ? words : `${sign}, ${words}`;
}
