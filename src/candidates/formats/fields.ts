import { Fault, inWords, quoted, type JsonObject } from '../fault';
import type { GivenEmbeddings } from './format';

/** Reads a field that must be a string. `path` is its name in messages. */
export function readText(record: JsonObject, key: string, path = key): string | Fault {
  return Object.hasOwn(record, key) ? asText(record[key], path) : missing(path, 'a string');
}

/** Checks a value that must be a string. */
export function asText(value: unknown, path: string): string | Fault {
  if (value === null) return isNull(path, 'a string');
  return typeof value === 'string' ? value : wrongType(path, 'a string', value);
}

/** Reads a field that must be a list; its items are not checked. */
export function readList(record: JsonObject, key: string): readonly unknown[] | Fault {
  if (!Object.hasOwn(record, key)) return missing(key, 'a list');
  const value = record[key];
  if (value === null) return isNull(key, 'a list');
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') {
    const text = quoted(value);
    return new Fault(
      'wrong-type',
      key,
      `\`${key}\` must be a list, found the string ${text}. Write [${text}].`,
    );
  }
  return wrongType(key, 'a list', value);
}

/** Reads a list of texts in which null stands for a negative that is not there. */
export function readNegativeTexts(record: JsonObject, key: string): (string | null)[] | Fault {
  const list = readList(record, key);
  if (list instanceof Fault) return list;
  const texts: (string | null)[] = [];
  for (const [index, item] of list.entries()) {
    if (item !== null && typeof item !== 'string') {
      return wrongType(`${key}[${index}]`, 'a string or null', item);
    }
    texts.push(item);
  }
  return texts;
}

const QUERY_ID_FIELDS = ['query_id', 'qid', 'id'];

/** The query's own id under one of its usual names: a string or a number; null where there is none. */
export function readQueryId(record: JsonObject): string | null | Fault {
  for (const key of QUERY_ID_FIELDS) {
    const value = Object.hasOwn(record, key) ? record[key] : null;
    if (value === null || value === '') continue;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return wrongType(key, 'a string or a number', value);
  }
  return null;
}

/** The embeddings that a record gives, unchecked; null where it has none of the three fields. */
export function readEmbeddings(record: JsonObject): GivenEmbeddings | null {
  const given = {
    query: record['query_embedding'] ?? null,
    positive: record['positive_embedding'] ?? null,
    negatives: record['negative_embeddings'] ?? null,
  };
  return given.query === null && given.positive === null && given.negatives === null ? null : given;
}

export function missing(path: string, expected: string): Fault {
  return new Fault('missing-field', path, `\`${path}\` is missing, expected ${expected}. Add the field.`);
}

export function noPositive(path: string): Fault {
  return new Fault(
    'no-positive',
    path,
    `\`${path}\` is an empty list. Expected at least one positive; add it.`,
  );
}

export function wrongType(path: string, expected: string, found: unknown): Fault {
  return new Fault(
    'wrong-type',
    path,
    `\`${path}\` must be ${expected}, found ${inWords(found)}. Correct the field.`,
  );
}

function isNull(path: string, expected: string): Fault {
  return new Fault(
    'null-field',
    path,
    `\`${path}\` is null, expected ${expected}. Fill it in or leave the record out.`,
  );
}
