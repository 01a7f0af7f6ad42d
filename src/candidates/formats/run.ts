/** Retrieval runs: one hit a row, with its score or rank. What the qrels call relevant are the positives. */

import { Fault, type JsonObject } from '../fault';
import { missing } from './fields';
import { format, Ref, type Format } from './format';
import { hitColumns, hitsOf, readHit, type HitColumns } from './hits';
import { byNames } from './names';
import { id, noEmbeddings, noPositives, queryRef, readDraft, type Parts } from './read-draft';

export const run: Format = formatWith(null);

/** @param means what the number of each hit is, where the first entries show it */
function formatWith(means: HitColumns['means'] | null): Format {
  const partsOf = byNames((names) => {
    const columns = hitColumns(names);
    return columns === null ? null : partsFor({ ...columns, means: means ?? columns.means });
  });
  return format('run', {
    joins: 'run',
    matches(value, hint) {
      const hits = hitsOf(value, hint);
      return hits !== null && hits.means !== 'grade';
    },
    // A run is one source: no column of it is a label.
    uses: (value) => Object.keys(value),
    read(value) {
      const parts = partsOf(value);
      if (parts !== null) return readDraft(value, parts);
      return missing('score', 'a query id, a document id and a score in each row');
    },
    fit(hint) {
      const hits = hint.samples.map((sample) => hitsOf(sample, hint)).find((found) => found !== null);
      return hits === undefined ? run : formatWith(hits.means);
    },
  });
}

function partsFor(columns: HitColumns): Parts {
  const { query, document, means } = columns;
  return {
    query: queryRef(query),
    positives: noPositives,
    negatives(value: JsonObject) {
      const hit = readHit(value, columns);
      if (hit instanceof Fault) return hit;
      const ranks = [means === 'rank' ? -hit.number : hit.number];
      return [{ key: null, texts: [new Ref('corpus', hit.documentId)], where: { kind: 'entry' }, ranks }];
    },
    queryId: id(query),
    embeddings: noEmbeddings,
    fields: { query, positive: query, negatives: document },
  };
}
