/** Records of a query and documents with a label each. */

import { Fault, type JsonObject } from '../records/fault';
import { catalogued } from './catalogue';
import { isEmbeddingName, isListOfTexts, isScoreName, mayBeText, nameAmong, QUERY_NAMES } from './columns';
import { isNull, numberOf, readList, wrongType } from './fields';
import type { Format, NegativeList, Text } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { textItem } from './items';
import { listsAmong, readDraft, textOrId, type Parts } from './read-draft';
import { checkScores } from './scores';

const { name, shape, needs } = catalogued('labeled-lists');

interface ListColumns {
  readonly query: string;
  readonly documents: string;
  readonly labels: string;
}

const LABELS = ['labels', 'scores', 'label', 'score'];
const SCORES = new Set(['scores', 'score']);
const DOCUMENTS = ['documents', 'docs', 'passages', 'texts', 'candidates'];
/** Lists of passages that are known to be one or the other, and so need no labels. */
const ONE_SIDED = /^(pos|neg)/;
const USUAL: ListColumns = { query: 'query', documents: 'documents', labels: 'labels' };

/** A query, a list of documents and a list of labels or scores of the same length. */
export const labeledLists: Format = formatWith(null, true, false);

/** @param scored whether the file's samples show scores, also in records whose scores are all 0 or 1 */
function formatWith(fitted: ListColumns | null, digits: Digits, scored: boolean): Format {
  const columnsFor = (value: JsonObject): ListColumns => fitted ?? columnsOf(value) ?? USUAL;
  const parts = fitted === null ? null : partsFor(fitted, scored);
  const format: Format = {
    id: 'labeled-lists',
    name,
    shape,
    keys: ['query', 'documents', 'labels'],
    joins: 'none',
    needs,
    apart: null,
    matches: (value) => columnsOf(value) !== null,
    uses: (value) => Object.values(columnsFor(value)) as string[],
    read: (value) => readDraft(value, parts ?? partsFor(columnsFor(value), scored), digits),
  };
  return {
    ...format,
    fit(hint) {
      const columns = hint.samples.map(columnsOf).find((found) => found !== null) ?? null;
      return formatWith(
        columns,
        digitsAreIds(hint, format.read),
        columns !== null && areScores(columns, hint.samples),
      );
    },
  };
}

/** The columns of an entry by what they hold; null where they are not to be told. */
function columnsOf(value: JsonObject): ListColumns | null {
  const names = Object.keys(value);
  const labels = LABELS.find((name) => Array.isArray(value[name]));
  if (labels === undefined) return null;
  const lists = names.filter(
    (name) =>
      isListOfTexts(value[name]) && !isScoreName(name) && !isEmbeddingName(name) && !ONE_SIDED.test(name),
  );
  const documents = nameAmong(lists, DOCUMENTS) ?? (lists.length === 1 ? lists[0] : null);
  const texts = names.filter((name) => typeof value[name] === 'string' && mayBeText(name) === 'yes');
  const query = nameAmong(texts, QUERY_NAMES) ?? (texts.length === 1 ? texts[0] : null);
  if (typeof documents !== 'string' || typeof query !== 'string') return null;
  return { query, documents, labels };
}

/** Whether some item of a field for scores is neither 0 nor 1. */
function areScores({ labels }: ListColumns, samples: readonly JsonObject[]): boolean {
  if (!SCORES.has(labels)) return false;
  return samples.some((sample) => {
    const list = sample[labels];
    return Array.isArray(list) && list.some((item) => typeof item === 'number' && item !== 0 && item !== 1);
  });
}

function partsFor({ query, documents, labels }: ListColumns, scored: boolean): Parts {
  const beside = labels === 'labels' ? ['labels', 'scores'] : [labels];
  return {
    query: textOrId(query),
    positives(value) {
      const read = readLabeled(value, documents, labels, scored);
      if (read instanceof Fault) return read;
      const positives: Text[] = [];
      for (const [index, item] of read.documents.entries()) {
        if (!read.isPositive(index)) continue;
        const text = textItem(item, documents, index);
        if (text instanceof Fault) return text;
        if (text === null && positives.length === 0) return isNull(`${documents}[${index}]`, 'a string');
        positives.push(text ?? '');
      }
      return positives.length > 0 ? positives : noneAboveZero(labels);
    },
    negatives(value) {
      const read = readLabeled(value, documents, labels, scored);
      if (read instanceof Fault) return read;
      const texts: (Text | null)[] = [];
      const indices: number[] = [];
      for (const [index, item] of read.documents.entries()) {
        if (read.isPositive(index)) continue;
        const text = textItem(item, documents, index);
        if (text instanceof Fault) return text;
        texts.push(text);
        indices.push(index);
      }
      const path = [documents];
      const list: NegativeList = {
        key: null,
        texts,
        where: { kind: 'list', path, indices, beside: listsAmong(value, beside) },
        ranks: null,
      };
      return [list];
    },
    scores(value) {
      const length = (value[documents] as readonly unknown[]).length;
      return SCORES.has(labels) ? checkScores(value[labels], length) : null;
    },
    fields: { query, positive: documents, negatives: documents },
  };
}

interface Labeled {
  readonly documents: readonly unknown[];
  isPositive(index: number): boolean;
}

/** Documents and which of them are positives: by labels above 0, or the first with the highest score. */
function readLabeled(value: JsonObject, field: string, labelField: string, scored: boolean): Labeled | Fault {
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
    const label = typeof item === 'boolean' ? Number(item) : typeof item === 'string' ? null : numberOf(item);
    if (label === null) return wrongType(`${labelField}[${index}]`, 'a number', item);
    labels.push(label);
  }
  const isLabeled =
    !SCORES.has(labelField) || (!scored && labels.every((label) => label === 0 || label === 1));
  if (isLabeled) {
    return { documents, isPositive: (index) => (labels[index] as number) > 0 };
  }
  const best = labels.reduce((top, label, index) => (label > (labels[top] as number) ? index : top), 0);
  return { documents, isPositive: (index) => index === best };
}

function noneAboveZero(labels: string): Fault {
  return new Fault(
    'no-positive',
    labels,
    `\`${labels}\` has no label above 0. Expected at least one positive; add it or leave the record out.`,
  );
}
