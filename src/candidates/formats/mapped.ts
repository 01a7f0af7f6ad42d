/**
 * Formats whose fields may have any names: names, order or the user say which is which (`which-field.ts`). One reader
 * serves all of them.
 */

import { Fault, type JsonObject } from '../fault';
import type { Mapping } from '../reading';
import type { FormatId } from './catalogue';
import { isBlank } from './columns';
import { isNull, missing, readEmbeddings } from './fields';
import { format, hasKeys, Ref, type Format, type Hint, type NegativeList, type Text } from './format';
import { pairsUnder } from './labeled-pairs';
import { byNames, fieldNames, isTelling, seriesOf } from './names';
import { isConversation, passageItem, promptItem, queryItem, titled, type ItemReader } from './passages';
import {
  listsAmong,
  negativeList,
  optionalId,
  positivesOf,
  readDraft,
  withoutEmpty,
  type Parts,
} from './read-draft';
import { checkScoreColumn, listOf } from './scores';
import {
  areLoaderNames,
  readingByNames,
  readingByOrder,
  readingOfMapping,
  type FieldReading,
} from './which-field';

const NO_HINT: Hint = { path: '', container: 'JSONL', named: true, samples: [] };

/** Fields whose names say what they are. Where each holds a single text, the entries are tuples. */
export const named: Format = found('named', () => null);

/** As {@link named}; where names do not decide, the order of the fields counts if the user says so. Tried last. */
export const tuples: Format = found('tuples', ({ samples, isSaid, byOrder }) => {
  const isTold = isSaid === true || byOrder === true || areLoaderNames(fieldNames(samples));
  return isTold ? readingByOrder(samples) : null;
});

/** A format whose fields are found in the first entries: by their names, or in another way. */
function found(id: FormatId, otherwise: (hint: Hint) => FieldReading | null): Format {
  const own = format(id, {
    joins: 'same-positive',
    ofTexts: true,
    matches: (_value, hint) => (readingByNames(hint.samples) ?? otherwise(hint)) !== null,
    uses: () => [],
    read: noReading,
    fit(hint) {
      const byNames = readingByNames(hint.samples);
      const reading = byNames ?? otherwise(hint);
      if (reading === null) return own;
      const fitted = fieldFormat(reading.tuples ? 'tuples' : 'named', reading, hint);
      return { ...fitted, byOrder: byNames === null };
    },
  });
  return own;
}

function noReading(value: JsonObject): Fault {
  const found = Object.keys(value).slice(0, 10).join(', ');
  const message = `Nothing tells which field is the query, the positive and the negatives; the fields are ${found}.`;
  return new Fault('missing-field', null, `${message} Say which is which.`);
}

/**
 * A format whose fields the user has named. Each holds a passage or a list of them, however they are written
 * (`passages.ts`); a number is an id of the corpus.
 */
export function mappedFormat(mapping: Mapping, hint: Hint = NO_HINT): Format {
  const { query, positive: document, label = null, queryId } = mapping;
  if (label !== null) return pairsUnder({ query, document, label, queryId }, hint);
  return fieldFormat('mapped', readingOfMapping(mapping, hint.samples), hint);
}

/** The format of a file with known fields. */
export function fieldFormat(id: FormatId, reading: FieldReading, hint: Hint = NO_HINT): Format {
  const { query, positive, negatives, queryId, titles, together } = reading;
  const isList = hint.container === 'JSONL' && !hint.named;
  const score = reading.tuples ? scoreAmong(fieldNames(hint.samples)) : null;
  const used = [query, positive, ...negatives, queryId, score, ...Object.values(titles)];
  // Later fields of a series are negatives too, unless the user has named each.
  const series = new Set((id === 'tuples' || id === 'named') && together ? negatives.map(seriesOf) : []);
  const chosen = new Set(negatives);
  const seen = new Set([query, positive, ...fieldNames(hint.samples)]);
  const present = (names: readonly string[]): readonly string[] =>
    names.filter((each) => chosen.has(each) || (series.has(seriesOf(each)) && !seen.has(each)));
  const parts = byNames((names) => partsOf(reading, present(names), score, isList));
  return format(id, {
    joins: 'same-positive',
    apart: together ? null : 'fields',
    ofTexts: true,
    matches: (value) => hasKeys(value, [query, positive]),
    uses: (value) => [...used.filter((field) => field !== null), ...present(Object.keys(value))],
    read: (value) => readDraft(value, parts(value)),
  });
}

function scoreAmong(names: readonly string[]): string | null {
  return names.find((name) => /^scores?$/.test(name) && isTelling(name, ['score'])) ?? null;
}

/** @param present fields of the entry that hold negatives */
function partsOf(
  reading: FieldReading,
  present: readonly string[],
  score: string | null,
  isList: boolean,
): Parts {
  const { query, positive, negatives, queryId, titles, ids, instructed } = reading;
  const passage = passageItem({ ids: ids ? 'corpus' : null, instructed });
  const asked = reading.prompted
    ? promptItem
    : queryItem({ ids: ids && query === queryId ? 'queries' : null, instructed });
  return {
    query: (value) => readQuery(value, query, asked),
    positives: (value) =>
      readPositives(value, positive, withTitle(passage, value, titles[positive]), instructed),
    negatives: (value) => readNegatives(value, reading, present, passage, isList),
    queryId: optionalId(queryId),
    // A table's cell is a text and holds no embedding.
    embeddings: (value) => (typeof value['query_embedding'] === 'string' ? null : readEmbeddings(value)),
    scores: (value) => (score === null ? null : checkScoreColumn(value[score], present.length)),
    given: (value) => (score === null ? [] : listOf(value[score])),
    fields: { query, positive, negatives: negatives.join(', ') },
  };
}

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

/** The passages of a field that holds a list; null where it holds a single one. */
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
  const list = itemsOf(value[field], instructed);
  const expected = 'a text or a list of texts';
  return positivesOf(list ?? [value[field]], field, item, { isList: list !== null, first: field, expected });
}

/** One list for each field; single texts of a series are one list. Some fields may be missing. */
function readNegatives(
  value: JsonObject,
  { negatives, titles, instructed, together }: FieldReading,
  fields: readonly string[],
  passage: ItemReader,
  isList: boolean,
): readonly NegativeList[] | Fault {
  if (fields.length === 0) return missing(negatives.join('` or `'), 'a text or a list of texts');
  // A title without its text is what a cleaned file may leave of a negative.
  const item = (field: string): ItemReader =>
    withTitle(passage, value, isBlank(value[field]) ? undefined : titles[field]);
  if (together && fields.every((field) => itemsOf(value[field], instructed) === null)) {
    const list = singleTexts(value, null, fields, item, { isList, titles });
    return list instanceof Fault ? list : [list];
  }
  const beside = fields.length === 1 ? listsAmong(value, ['negative_embeddings']) : [];
  const lists: NegativeList[] = [];
  for (const field of fields) {
    const key = together ? null : field;
    const items = itemsOf(value[field], instructed);
    const list =
      items === null
        ? singleTexts(value, key, [field], item, { isList, titles, mayGo: false })
        : negativeList(items, 0, passage, field, { key, path: [field], beside });
    if (list instanceof Fault) return list;
    lists.push(list);
  }
  return together ? lists : withoutEmpty(lists);
}

interface SingleTexts {
  /** Whether the entry is a JSON list, with fields "1", "2" … */
  readonly isList: boolean;
  /** The field with the title, by the name of the field with the text. */
  readonly titles: FieldReading['titles'];
  /** Whether the entry is removed with its only negative; yes where it is not said. */
  readonly mayGo?: boolean;
}

/** The texts of fields that hold one each. */
function singleTexts(
  value: JsonObject,
  key: string | null,
  names: readonly string[],
  item: (field: string) => ItemReader,
  { isList, titles, mayGo = true }: SingleTexts,
): NegativeList | Fault {
  const texts: (Text | null)[] = [];
  for (const name of names) {
    const text = item(name)(value[name], name, -1);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  if (mayGo && names.length === 1) return { key, texts, where: { kind: 'entry' }, ranks: null };
  if (!isList) {
    const own = names.map((name) => titles[name] ?? null);
    const hasTitles = own.some((title) => title !== null);
    const titled = own.map((title) => (title !== null && !isBlank(value[title]) ? title : null));
    return {
      key,
      texts,
      where: { kind: 'fields', names, ...(hasTitles && { titles: titled }) },
      ranks: null,
    };
  }
  const indices = names.map((name) => Number(name) - 1);
  return { key, texts, where: { kind: 'list', path: [], indices, beside: [] }, ranks: null };
}
