/** Retrieval runs: one hit a row. */

import { Fault, type JsonObject } from '../fault';
import { catalogued } from './catalogue';
import { missing, numberOf, readId, wrongType } from './fields';
import { Ref, type Draft, type Format, type NegativePlace } from './format';
import { hitsOf, namedHits, placedHits, type HitColumns } from './hits';
import { byNames } from './names';

const { name, shape, needs } = catalogued('run');

const ENTRY: NegativePlace = { kind: 'entry' };

/** A retrieval run: one hit a row, with its score or rank. What the qrels call relevant are the positives. */
export const run: Format = formatWith(null);

/** @param means what the number of each hit is, where the file's samples have told it */
function formatWith(means: HitColumns['means'] | null): Format {
  const columnsOf = byNames((names) => {
    const columns = namedHits(names) ?? placedHits(names);
    return columns === null ? null : { ...columns, means: means ?? columns.means, fields: fieldsOf(columns) };
  });
  return {
    id: 'run',
    name,
    shape,
    keys: ['qid', 'docid', 'score'],
    joins: 'run',
    needs,
    apart: null,
    matches(value, hint) {
      const hits = hitsOf(value, hint);
      return hits !== null && hits.means !== 'grade';
    },
    // A run is one source: no column of it is a label.
    uses: (value) => Object.keys(value),
    read(value) {
      const columns = columnsOf(value);
      if (columns === null) return missing('score', 'a query id, a document id and a score in each row');
      return readHit(value, columns, columns.means, columns.fields);
    },
    fit(hint) {
      const hits = hint.samples.map((sample) => hitsOf(sample, hint)).find((found) => found !== null);
      return hits === undefined ? run : formatWith(hits.means);
    },
  };
}

function fieldsOf({ query, document }: HitColumns): Draft['fields'] {
  return { query, positive: query, negatives: document };
}

function readHit(
  value: JsonObject,
  { query, document, number }: HitColumns,
  means: HitColumns['means'],
  fields: Draft['fields'],
): Draft | Fault {
  const queryId = readId(value, query);
  if (queryId instanceof Fault) return queryId;
  const documentId = readId(value, document);
  if (documentId instanceof Fault) return documentId;
  const found = value[number];
  if (found === undefined) return missing(number, 'a number');
  const score = numberOf(found);
  if (score === null) return wrongType(number, 'a number', found);
  return {
    queryId,
    query: new Ref('queries', queryId),
    positives: [],
    lists: [
      {
        key: null,
        texts: [new Ref('corpus', documentId)],
        where: ENTRY,
        ranks: [means === 'rank' ? -score : score],
      },
    ],
    embeddings: null,
    scores: null,
    fields,
  };
}
