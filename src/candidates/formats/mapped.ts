/** Records whose fields the user has named. */

import { isObject, Fault, type JsonObject } from '../records/fault';
import type { Mapping } from '../types';
import { MAPPED } from './catalogue';
import { isNull, missing, noPositive } from './fields';
import { hasKeys, type Format, type NegativeList, type NegativePlace, type Text } from './format';
import { textItem, titledItem } from './items';
import { isOneSeries } from './mapping';
import { negativeList, optionalId, readDraft, textOrId, withoutEmpty, type Parts } from './read-draft';

/**
 * A format whose fields the user has named. Each holds a text or a list of texts, as objects with `text` or alone; a
 * number is an id of the corpus.
 */
export function mappedFormat(mapping: Mapping): Format {
  const { query, positive, negatives, queryId } = mapping;
  const parts: Parts = {
    query: textOrId(query),
    positives: (value) => readPositives(value, positive),
    negatives: negativesOf(negatives),
    queryId: optionalId(queryId),
    fields: { query, positive, negatives: negatives.join(', ') },
  };
  const keys = [query, positive, ...negatives];
  const used = queryId === null ? keys : [...keys, queryId];
  return {
    id: 'mapped',
    name: MAPPED.name,
    shape: `query: ${query}, positive: ${positive}, negatives: ${negatives.join(', ')}`,
    keys,
    joins: 'same-positive',
    needs: [],
    apart: isOneSeries(negatives) ? null : 'fields',
    matches: (value) => hasKeys(value, [query, positive]),
    uses: () => used,
    read: (value) => readDraft(value, parts, 'never'),
  };
}

function readPositives(value: JsonObject, field: string): readonly Text[] | Fault {
  if (!Object.hasOwn(value, field)) return missing(field, 'a text or a list of texts');
  const found = value[field];
  const items = Array.isArray(found) ? (found as readonly unknown[]) : [found];
  if (items.length === 0) return noPositive(field);
  const positives: Text[] = [];
  for (const [index, item] of items.entries()) {
    const place = Array.isArray(found) ? index : -1;
    const positive = itemOf(item, field, place);
    if (positive instanceof Fault) return positive;
    if (positive === null && index === 0) return isNull(field, 'a text or a list of texts');
    positives.push(positive ?? '');
  }
  return positives;
}

function itemOf(item: unknown, field: string, index: number): Text | null | Fault {
  return isObject(item) ? titledItem(item, field, index) : textItem(item, field, index);
}

/** One list for each field; single texts of one series are one list. Fields may be missing where others are there. */
function negativesOf(fields: readonly string[]): Parts['negatives'] {
  const together = isOneSeries(fields);
  return (value) => {
    const present = fields.filter((field) => Object.hasOwn(value, field));
    if (present.length === 0) return missing(fields.join('` or `'), 'a text or a list of texts');
    if (together && !present.some((field) => Array.isArray(value[field]))) {
      const list = listOfTexts(value, null, present, fields.length === 1);
      return list instanceof Fault ? list : [list];
    }
    const lists: NegativeList[] = [];
    for (const field of present) {
      const key = together ? null : field;
      const items = value[field];
      const list = Array.isArray(items)
        ? negativeList(items, 0, itemOf, field, { key, path: [field], beside: [] })
        : listOfTexts(value, key, [field], false);
      if (list instanceof Fault) return list;
      lists.push(list);
    }
    return together ? lists : withoutEmpty(lists);
  };
}

/** The texts of fields that hold one each. */
function listOfTexts(
  value: JsonObject,
  key: string | null,
  names: readonly string[],
  alone: boolean,
): NegativeList | Fault {
  const texts: (Text | null)[] = [];
  for (const name of names) {
    const text = itemOf(value[name], name, -1);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  const where: NegativePlace = alone ? { kind: 'entry' } : { kind: 'fields', names };
  return { key, texts, where, ranks: null };
}
