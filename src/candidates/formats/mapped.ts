/** Records whose fields are known: by their names, or because the user has named them. */

import { Fault, type JsonObject } from '../fault';
import type { FormatId, Mapping } from '../reading';
import type { FieldReading } from './by-names';
import { catalogued } from './catalogue';
import { isNull, missing, noPositive } from './fields';
import {
  hasKeys,
  Ref,
  type Draft,
  type Format,
  type NegativeList,
  type NegativePlace,
  type Text,
} from './format';
import type { Digits } from './ids-for-texts';
import { titled, type ItemReader } from './items';
import { isOneSeries } from './mapping';
import { passageItem, queryItem, isConversation } from './passages';
import { negativeList, optionalId, readDraft, withoutEmpty, type Parts } from './read-draft';

/**
 * A format whose fields the user has named. Each holds a passage or a list of them, however they are written
 * (`passages.ts`); a number is an id of the corpus.
 */
export function mappedFormat(mapping: Mapping | FieldReading): Format {
  const reading = { titles: {}, ids: false, instructed: false, ...mapping };
  return formatOf('mapped', reading, 'never');
}

/** Records whose fields' names have told what they are. @param digits whether strings of digits are ids in the file */
export function readingFormat(reading: FieldReading, digits: Digits): Format {
  return formatOf('named', reading, digits);
}

function formatOf(id: FormatId, reading: FieldReading, digits: Digits): Format {
  const { query, positive, negatives, queryId, titles } = reading;
  const parts = partsOf(reading);
  const keys = [query, positive, ...negatives];
  const used = [...keys, ...(queryId === null ? [] : [queryId]), ...Object.values(titles)];
  const { name, shape } = catalogued(id);
  return {
    id,
    name,
    shape:
      id === 'mapped' ? `query: ${query}, positive: ${positive}, negatives: ${negatives.join(', ')}` : shape,
    keys,
    joins: 'same-positive',
    needs: [],
    apart: isOneSeries(negatives) ? null : 'fields',
    matches: (value) => hasKeys(value, [query, positive]),
    uses: () => used,
    read: (value) => readDraft(value, parts, digits),
  };
}

function partsOf({ query, positive, negatives, queryId, titles, ids, instructed }: FieldReading): Parts {
  const passage = passageItem({ ids: ids ? 'corpus' : null, instructed });
  const asked = queryItem({ ids: null, instructed });
  return {
    query: (value) => readQuery(value, query, ids && query === queryId ? idQuery : asked),
    positives: (value) =>
      readPositives(value, positive, withTitle(passage, value, titles[positive]), instructed),
    negatives: negativesOf(negatives, passage, titles, instructed),
    queryId: optionalId(queryId),
    fields: { query, positive, negatives: negatives.join(', ') },
  };
}

const idQuery = queryItem({ ids: 'queries', instructed: false });

/** The query, or its id where it is a number. */
function readQuery(value: JsonObject, field: string, item: ItemReader): Text | Fault {
  if (!Object.hasOwn(value, field)) return missing(field, 'a string');
  const found = item(value[field], field, -1);
  if (found === null) return isNull(field, 'a string');
  return found instanceof Ref && found.kind === 'corpus' ? new Ref('queries', found.id) : found;
}

/** Joins the title that stands in a field of its own. */
function withTitle(item: ItemReader, value: JsonObject, title: string | undefined): ItemReader {
  if (title === undefined) return item;
  return (found, field, index) => {
    const text = item(found, field, index);
    return typeof text === 'string' ? (titled(value[title], text) ?? text) : text;
  };
}

/** The passages of a field: those of its list, or its one value. */
function itemsOf(found: unknown, instructed: boolean): readonly unknown[] | null {
  if (isConversation(found) || !Array.isArray(found)) return null;
  const isPair = instructed && found.length === 2 && found.every((item) => typeof item === 'string');
  return isPair ? null : (found as readonly unknown[]);
}

function readPositives(
  value: JsonObject,
  field: string,
  item: ItemReader,
  instructed: boolean,
): readonly Text[] | Fault {
  if (!Object.hasOwn(value, field)) return missing(field, 'a text or a list of texts');
  const found = value[field];
  const list = itemsOf(found, instructed);
  const items = list ?? [found];
  if (items.length === 0) return noPositive(field);
  const positives: Text[] = [];
  for (const [index, each] of items.entries()) {
    const positive = item(each, field, list === null ? -1 : index);
    if (positive instanceof Fault) return positive;
    if (positive === null && index === 0) return isNull(field, 'a text or a list of texts');
    positives.push(positive ?? '');
  }
  return positives;
}

/** One list for each field; single texts of one series are one list. Fields may be missing where others are there. */
function negativesOf(
  fields: readonly string[],
  passage: ItemReader,
  titles: FieldReading['titles'],
  instructed: boolean,
): Parts['negatives'] {
  const together = isOneSeries(fields);
  return (value) => {
    const present = fields.filter((field) => Object.hasOwn(value, field));
    if (present.length === 0) return missing(fields.join('` or `'), 'a text or a list of texts');
    const single = (names: readonly string[], key: string | null, alone: boolean): NegativeList | Fault =>
      listOfTexts(value, key, names, alone, (name) => withTitle(passage, value, titles[name]));
    if (together && !present.some((field) => itemsOf(value[field], instructed) !== null)) {
      const list = single(present, null, fields.length === 1);
      return list instanceof Fault ? list : [list];
    }
    const lists: NegativeList[] = [];
    for (const field of present) {
      const key = together ? null : field;
      const items = itemsOf(value[field], instructed);
      const list =
        items === null
          ? single([field], key, false)
          : negativeList(items, 0, passage, field, { key, path: [field], beside: [] });
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
  item: (name: string) => ItemReader,
): NegativeList | Fault {
  const texts: Draft['lists'][number]['texts'][number][] = [];
  for (const name of names) {
    const text = item(name)(value[name], name, -1);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  const where: NegativePlace = alone ? { kind: 'entry' } : { kind: 'fields', names };
  return { key, texts, where, ranks: null };
}
