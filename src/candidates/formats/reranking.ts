/** Queries with their hits and the hits' texts in one record, as rank_llm and RankGPT write them; judged by qrels. */

import { Fault, isObject, type JsonObject } from '../fault';
import { catalogued } from './catalogue';
import { idOf, missing, wrongId, wrongType } from './fields';
import type { Draft, Format, Text } from './format';
import { hasText, passageItem } from './passages';
import { ascending } from './read-draft';

const { name, shape, needs } = catalogued('reranking');

const LISTS = ['candidates', 'hits'];
const passage = passageItem({ ids: null, instructed: false });

/** A query under `query`, as a text or as `{text, qid}`, and its hits with ids and texts, best first. */
export const reranking: Format = {
  id: 'reranking',
  name,
  shape,
  keys: ['query', 'hits'],
  joins: 'none',
  needs,
  apart: null,
  matches: (value) => {
    const hits = value[listOf(value)];
    return value['query'] !== undefined && Array.isArray(hits) && hits.length > 0 && hits.every(isHit);
  },
  uses: (value) => ['query', 'qid', listOf(value)],
  read,
};

function listOf(value: JsonObject): string {
  return LISTS.find((list) => value[list] !== undefined) ?? 'hits';
}

/** An id and a text, or an object `doc` with a text. */
function isHit(value: unknown): boolean {
  return isObject(value) && value['docid'] !== undefined && (hasText(value) || isObject(value['doc']));
}

function read(value: JsonObject): Draft | Fault {
  const field = listOf(value);
  const query = queryOf(value);
  if (query instanceof Fault) return query;
  const hits = value[field];
  if (!Array.isArray(hits)) return wrongType(field, 'a list of hits', hits);
  const queryId = queryIdOf(value, hits as readonly unknown[]);
  if (queryId instanceof Fault) return queryId;
  const texts: (Text | null)[] = [];
  const hitIds: string[] = [];
  for (const [index, hit] of (hits as readonly unknown[]).entries()) {
    const path = `${field}[${index}]`;
    if (!isObject(hit)) return wrongType(path, 'an object {"docid": "…", "content": "…"}', hit);
    const id = idOf(hit['docid']);
    if (id === null || id === '') return wrongId(`${path}.docid`, hit['docid']);
    const text = passage(isObject(hit['doc']) ? hit['doc'] : hit, field, index);
    if (text instanceof Fault) return text;
    texts.push(text);
    hitIds.push(id);
  }
  const where = { kind: 'list', path: [field], indices: ascending(0, texts.length), beside: [] } as const;
  return {
    queryId,
    query,
    positives: [],
    lists: [{ key: null, texts, where, ranks: null }],
    hitIds,
    embeddings: null,
    scores: null,
    fields: { query: 'query', positive: 'the qrels', negatives: field },
  };
}

function queryOf(value: JsonObject): string | Fault {
  const query = value['query'];
  const text = isObject(query) ? query['text'] : query;
  return typeof text === 'string' ? text : wrongType('query', 'a text, or an object with `text`', text);
}

/** The query's id: its own, the record's, or that of the hits, which RankGPT writes beside each. */
function queryIdOf(value: JsonObject, hits: readonly unknown[]): string | Fault {
  const { query } = value;
  const [first] = hits;
  const found =
    (isObject(query) ? query['qid'] : undefined) ??
    value['qid'] ??
    (isObject(first) ? first['qid'] : undefined);
  if (found === undefined) return missing('qid', 'the id of the query, as the qrels have it');
  return idOf(found) ?? wrongId('qid', found);
}
