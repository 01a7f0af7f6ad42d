/** Records of a query and documents with a label each. */

import { Fault, type JsonObject } from '../fault';
import { isListOfTexts } from './columns';
import { isNull, numberOf, readList, wrongType } from './fields';
import { format, type Format, type Text } from './format';
import { isTelling, ownershipOf, roleOf, type Role } from './names';
import { textItem } from './passages';
import { listsAmong, readDraft, textOrId, type Parts } from './read-draft';
import { checkScores, isExcluded, listOf } from './scores';

interface ListColumns {
  readonly query: string;
  readonly documents: string;
  readonly labels: string;
}

const USUAL: ListColumns = { query: 'query', documents: 'documents', labels: 'labels' };

/** A query, a list of documents and a list of labels or scores of the same length. */
export const labeledLists: Format = formatWith(null, false, 1);

/** @param scored whether the samples show scores; single records may still have only 0 and 1 */
function formatWith(fitted: ListColumns | null, scored: boolean, relevant: number): Format {
  const columnsFor = (value: JsonObject): ListColumns => fitted ?? columnsOf(value) ?? USUAL;
  const parts = fitted === null ? null : partsFor(fitted, scored, relevant);
  return format('labeled-lists', {
    ofTexts: true,
    matches: (value) => columnsOf(value) !== null,
    uses: (value) => Object.values(columnsFor(value)) as string[],
    read: (value) => readDraft(value, parts ?? partsFor(columnsFor(value), scored, relevant)),
    fit(hint) {
      const columns = hint.samples.map(columnsOf).find((found) => found !== null) ?? null;
      const scored = columns !== null && areScores(columns, hint.samples);
      return formatWith(columns, scored, hint.relevant ?? 1);
    },
  });
}

/** The query by its name, the documents by their name or as the only list of texts; else null. */
function columnsOf(value: JsonObject): ListColumns | null {
  const names = Object.keys(value);
  const numbers = (role: Role): string | undefined =>
    names.find((name) => isTelling(name, [role]) && Array.isArray(value[name]));
  const labels = numbers('label') ?? numbers('score');
  // `negative_labels` are those of negatives that have a field of their own.
  if (labels !== undefined && ownershipOf(labels).of === 'negatives') return null;
  // Lists of positives or of negatives need no labels, and titles are never the documents.
  const lists = names.filter(
    (name) =>
      isListOfTexts(value[name]) &&
      !['label', 'score', 'title', 'aside', 'positive', 'negative'].includes(roleOf(name).role),
  );
  const documents =
    lists.find((name) => ['document', 'answer'].includes(roleOf(name).role)) ??
    (lists.length === 1 ? lists[0] : labeledPositives(names, value));
  const queries = names.filter((name) => typeof value[name] === 'string' && isTelling(name, ['query']));
  const [query, ...others] = queries;
  if (labels === undefined || documents === undefined || query === undefined || others.length > 0)
    return null;
  return { query, documents, labels };
}

/** sentence-transformers mines lists under the name of the positives, which come first: their labels tell. */
function labeledPositives(names: readonly string[], value: JsonObject): string | undefined {
  const labeled = names.some((name) => isTelling(name, ['label']) && Array.isArray(value[name]));
  if (!labeled || names.some((name) => roleOf(name).role === 'negative')) return undefined;
  const positives = names.filter((name) => roleOf(name).role === 'positive' && isListOfTexts(value[name]));
  return positives.length === 1 ? positives[0] : undefined;
}

function isScore(name: string): boolean {
  return roleOf(name).role === 'score';
}

/** Whether some item of a field for scores is neither 0 nor 1. */
function areScores({ labels }: ListColumns, samples: readonly JsonObject[]): boolean {
  if (!isScore(labels)) return false;
  return samples.some((sample) => {
    const list = sample[labels];
    return Array.isArray(list) && list.some((item) => typeof item === 'number' && item !== 0 && item !== 1);
  });
}

function partsFor({ query, documents, labels }: ListColumns, scored: boolean, relevant: number): Parts {
  const beside = labels === 'labels' ? ['labels', 'scores'] : [labels];
  return {
    query: textOrId(query),
    positives(value) {
      const read = readLabeled(value, documents, labels, { scored, relevant });
      if (read instanceof Fault) return read;
      const [first] = read.positives;
      if (first === undefined) return noPositiveLabel(labels, relevant);
      const texts = textsAt(read.positives, read.documents, documents);
      if (texts instanceof Fault) return texts;
      return texts[0] === null
        ? isNull(`${documents}[${first}]`, 'a string')
        : texts.map((text) => text ?? '');
    },
    negatives(value) {
      const read = readLabeled(value, documents, labels, { scored, relevant });
      if (read instanceof Fault) return read;
      const indices = [...read.documents.keys()].filter((index) => !read.positives.includes(index));
      const texts = textsAt(indices, read.documents, documents);
      if (texts instanceof Fault) return texts;
      const where = { kind: 'list', path: [documents], indices, beside: listsAmong(value, beside) } as const;
      return [{ key: null, texts, where, ranks: null }];
    },
    scores(value) {
      const length = (value[documents] as readonly unknown[]).length;
      return isScore(labels) ? checkScores(value[labels], length) : null;
    },
    given(value) {
      const read = isScore(labels) ? readLabeled(value, documents, labels, { scored, relevant }) : null;
      if (read === null || read instanceof Fault) return [];
      const given = listOf(value[labels]);
      return [given[read.positives[0] ?? -1], ...given.filter((_, index) => !read.positives.includes(index))];
    },
    fields: { query, positive: documents, negatives: documents },
  };
}

/** The texts at some indices of a list. */
function textsAt(
  indices: readonly number[],
  items: readonly unknown[],
  field: string,
): readonly (Text | null)[] | Fault {
  const texts: (Text | null)[] = [];
  for (const index of indices) {
    const text = textItem(items[index], field, index);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  return texts;
}

interface Labeled {
  readonly documents: readonly unknown[];
  /** Indices of the positives, those of the highest label first. */
  readonly positives: readonly number[];
}

/** Documents and which of them are positives: by labels above 0, or the first with the highest score. */
function readLabeled(
  value: JsonObject,
  field: string,
  labelField: string,
  { scored, relevant }: { readonly scored: boolean; readonly relevant: number },
): Labeled | Fault {
  const documents = readList(value, field);
  if (documents instanceof Fault) return documents;
  const list = readList(value, labelField);
  if (list instanceof Fault) return list;
  if (list.length !== documents.length) {
    const message =
      `\`${labelField}\` has ${list.length} items, \`${field}\` has ${documents.length}. ` +
      'Expected one for each document; add or remove items.';
    return new Fault('wrong-type', labelField, message);
  }
  const labels: number[] = [];
  for (const [index, item] of list.entries()) {
    const label = labelOf(item);
    if (label === null) return wrongType(`${labelField}[${index}]`, 'a number', item);
    labels.push(label);
  }
  const isLabeled = !isScore(labelField) || (!scored && labels.every((label) => label === 0 || label === 1));
  if (isLabeled) {
    const positives = [...labels.keys()].filter((index) => (labels[index] as number) >= relevant);
    return { documents, positives: positives.sort((a, b) => (labels[b] as number) - (labels[a] as number)) };
  }
  const best = labels.reduce((top, label, index) => (label > (labels[top] as number) ? index : top), 0);
  return { documents, positives: labels.length === 0 ? [] : [best] };
}

/** Minus infinity where a miner has excluded the document. */
function labelOf(item: unknown): number | null {
  if (typeof item === 'boolean') return Number(item);
  if (typeof item === 'string') return null;
  return isExcluded(item) ? -Infinity : numberOf(item);
}

function noPositiveLabel(labels: string, relevant: number): Fault {
  const message =
    `\`${labels}\` has no label of ${relevant} or more. Expected at least one positive; add it or leave the record ` +
    'out.';
  return new Fault('no-positive', labels, message);
}
