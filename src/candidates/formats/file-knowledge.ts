/** What opening a file asks of the formats. */

import type { FormatKnowledge } from '../read/open';
import type { LoadOptions } from '../reading';
import { isColumnsFile } from './columns-file';
import { headerFits } from './header';

/**
 * @param path of the file in its folder, or its name
 * @param header whether a table's first row names its columns, where the user has said it
 */
export function formatKnowledge(path: string, header: LoadOptions['header']): FormatKnowledge {
  return {
    // NeMo's training files hold their records there.
    nestedList: 'data',
    isNumbers: (field) => /^(query_embedding|positive_embedding|negative_embeddings)\b/.test(field),
    isColumnsFile,
    isHeader: (names, rows) => (header === null ? headerFits(names, rows, path) : header === 'first'),
  };
}
