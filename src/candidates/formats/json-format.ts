/** How a row of the table in `json-formats.ts` becomes a format. */

import { isObject, type JsonObject } from '../fault';
import type { FormatId } from '../reading';
import { catalogued } from './catalogue';
import { hasKeys, type Format } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { hasText } from './passages';
import { readDraft, type Parts } from './read-draft';
import { hasOtherRoles } from './roles';

/** One row of the table of formats whose records hold lists or objects. */
export interface JsonFormat {
  readonly id: FormatId;
  /** Fields without which a record is not of the format. */
  readonly keys: readonly string[];
  /** Fields that it uses, or has for itself, beside `keys`. */
  readonly alsoUses?: readonly string[];
  /** How lists with different keys become sources, where there may be several. */
  readonly apart?: 'keys' | 'fields';
  /** Whether an entry has the format's fields, where that is not just all of `keys`. */
  readonly matches?: (value: JsonObject) => boolean;
  readonly parts: Parts | ((value: JsonObject) => Parts);
  /** Fields that hold lists in files of this format: where they do not, names alone decide how they are read. */
  readonly lists?: readonly string[];
  /** Whether passages are texts, in whose place some files have ids. */
  readonly ofTexts?: boolean;
}

/** The format that a row describes. */
export function jsonFormat(row: JsonFormat): Format {
  return formatWith(row, row.ofTexts === true ? true : null);
}

/** @param digits whether strings of digits are ids in the file; null for formats whose passages never stand for others */
function formatWith(row: JsonFormat, digits: Digits | null): Format {
  const { keys, parts, apart = null } = row;
  const { name, shape, needs } = catalogued(row.id);
  const used = [...keys, ...(row.alsoUses ?? [])];
  const format: Format = {
    id: row.id,
    name,
    shape,
    keys,
    joins: 'none',
    needs,
    apart,
    matches: (value, hint) =>
      (row.matches?.(value) ?? hasKeys(value, keys)) &&
      areLists(row, hint.samples) &&
      !(row.ofTexts === true && hasOtherRoles(Object.keys(value), used)) &&
      !isElsewhere(row, hint.samples),
    uses: () => used,
    read: (value) => readDraft(value, typeof parts === 'function' ? parts(value) : parts, digits),
  };
  if (digits === null) return format;
  return { ...format, fit: (hint) => formatWith(row, digitsAreIds(hint, format.read)) };
}

/** Whether the fields that should be lists of single texts or ids are, in most of the first entries that have them. */
function areLists({ keys, lists = [] }: JsonFormat, samples: readonly JsonObject[]): boolean {
  const [query = ''] = keys;
  const listed = samples.filter((sample) => Array.isArray(sample[query]));
  if (lists.length > 0 && listed.length > samples.length / 2) return false;
  return lists.every((field) => {
    const filled = samples.filter((sample) => (sample[field] ?? null) !== null);
    const plain = filled.filter((sample) => isPlainList(sample[field]));
    return plain.length >= filled.length / 2;
  });
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

/** NeMo AutoModel's inline files have texts where the others have ids. */
function isElsewhere({ id: format }: JsonFormat, samples: readonly JsonObject[]): boolean {
  if (format !== 'nemo') return false;
  const documents = samples.flatMap((sample) => [sample['pos_doc'], sample['neg_doc']]).flat();
  const texts = documents.filter((item) =>
    isObject(item) ? hasText(item) : typeof item === 'string' && /\s/.test(item),
  );
  return texts.length > documents.length / 2;
}
