/** Retrieval runs: one hit a row, with its score or rank. What the qrels call relevant are the positives. */

import { Fault } from '../fault';
import { missing } from './fields';
import { format, Ref, type KnownFormat } from './format';
import { hitColumns, hitsOf, readHit } from './hits';
import { byNames } from './names';

export const run: KnownFormat = {
  id: 'run',
  matches(value, hint) {
    const hits = hitsOf(value, hint);
    return hits !== null && hits.means !== 'grade';
  },
  fit(hint) {
    const found = hint.samples.map((sample) => hitsOf(sample, hint)).find((hits) => hits !== null);
    const columnsOf = byNames(hitColumns);
    return format('run', {
      joins: 'run',
      // A run is one source: no column of it is a label.
      uses: (value) => Object.keys(value),
      read(value) {
        const columns = columnsOf(value);
        if (columns === null) return missing('score', 'a query id, a document id and a score in each row');
        const hit = readHit(value, columns);
        if (hit instanceof Fault) return hit;
        const { queryId, documentId, number } = hit;
        const ranks = [(found?.means ?? columns.means) === 'rank' ? -number : number];
        const { query, document } = columns;
        return {
          queryId,
          query: new Ref('queries', queryId),
          positives: [],
          lists: [
            { key: null, texts: [new Ref('corpus', documentId)], where: { holder: [], steps: null }, ranks },
          ],
          embeddings: null,
          scores: null,
          fields: { query, positive: query, negatives: document },
        };
      },
    });
  },
};
