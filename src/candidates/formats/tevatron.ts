import { Fault, type JsonObject } from '../fault';
import { noPositive, readEmbeddings, readList, readQueryId, readText, wrongType } from './fields';
import { hasKeys, type Format } from './format';

const KEYS = ['query', 'positive_passages', 'negative_passages'];

/** Passages with title and text as Tevatron's training sets have them; the first positive is used. */
export const tevatron: Format = {
  name: 'Tevatron',
  shape:
    '{"query_id": "…", "query": "…", "positive_passages": [{"docid": "…", "title": "…", "text": "…"}], ' +
    '"negative_passages": [{"docid": "…", "title": "…", "text": "…"}]}',
  keys: KEYS,
  joinsRows: false,

  matches: (value) => hasKeys(value, KEYS),

  read(value) {
    const query = readText(value, 'query');
    if (query instanceof Fault) return query;
    const positives = readList(value, 'positive_passages');
    if (positives instanceof Fault) return positives;
    if (positives.length === 0) return noPositive('positive_passages');
    const positive = readPassage(positives[0], 'positive_passages[0]');
    if (positive instanceof Fault) return positive;
    const negatives = readNegatives(value);
    if (negatives instanceof Fault) return negatives;
    const queryId = readQueryId(value);
    if (queryId instanceof Fault) return queryId;
    return {
      queryId,
      query,
      positive,
      furtherPositives: positives.length - 1,
      negatives,
      embeddings: readEmbeddings(value),
      fields: { query: 'query', positive: 'positive_passages[0].text', negatives: 'negative_passages' },
    };
  },
};

function readNegatives(record: JsonObject): (string | null)[] | Fault {
  const list = readList(record, 'negative_passages');
  if (list instanceof Fault) return list;
  const texts: (string | null)[] = [];
  for (const [index, item] of list.entries()) {
    const absent = item === null || (isObject(item) && item['text'] === null);
    const text = absent ? null : readPassage(item, `negative_passages[${index}]`);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  return texts;
}

/** `title + " " + text`, trimmed (SPEC.md, "Records"); a missing or null title is none. */
function readPassage(value: unknown, path: string): string | Fault {
  if (!isObject(value)) return wrongType(path, 'an object {"title": "…", "text": "…"}', value);
  const text = readText(value, 'text', `${path}.text`);
  if (text instanceof Fault) return text;
  const title = value['title'] ?? '';
  if (typeof title !== 'string') return wrongType(`${path}.title`, 'a string or null', title);
  return `${title} ${text}`.trim();
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
