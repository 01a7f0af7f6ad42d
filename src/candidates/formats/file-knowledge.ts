/** What opening a file asks of the formats. */

import type { FormatKnowledge } from '../files/open';
import { isColumnsFile } from './columns-file';
import { headerFits } from './header';

/** @param path of the file in its folder, or its name */
export function formatKnowledge(path: string): FormatKnowledge {
  return {
    // NeMo's training files hold their records there.
    nestedList: 'data',
    isNumbers: (field) => /^(query_embedding|positive_embedding|negative_embeddings)\b/.test(field),
    isColumnsFile,
    isHeader: (names, rows) => headerFits(names, rows, path),
  };
}
