/** Names for the sort orders, and texts of rows. */

import type { SortKey } from '../../../session/audit/filter';
import { FIGURES } from '../../../session/audit/figures';
import { visible } from '../../../ui/words';

export function sortWords(key: SortKey): string {
  if (key === 'file') return 'order of the files';
  const { sign, words } = FIGURES[key];
  return sign === '' || key === 'cos' ? words : `${sign}, ${words}`;
}

/** A text of a row as it is shown. */
export function rowText(text: string | null): string {
  return text === null ? 'Its text is gone: the source was removed or read again.' : visible(text);
}
