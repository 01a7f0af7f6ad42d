/** Files with ids in place of texts: a corpus is then needed. */

import { Fault, type JsonObject } from '../fault';
import { wrongType } from './fields';
import { isBlank, isIdLike } from './columns';
import { passagesOf, Ref, type Draft, type Format, type Text } from './format';

/** Digits are ids where this share of the first records holds nothing else. */
const DIGITS_SHARE = 0.9;

/** Shorter strings of digits are answers: "8", "42". */
const SHORTEST_ID = 4;

const DIGITS = /^\s*\d+\s*$/;

/**
 * Replaces texts that are ids. A number is always an id. Strings of digits are ids where all passages of the record are
 * such strings or numbers (if all are strings, only where `digits` is true); then a query of digits is an id too. A fault
 * where the query is a number and the passages are texts.
 * @param digits whether strings of digits are ids in the file; `never` where the user named the fields: all strings are texts
 */
function withIds(draft: Draft, digits: boolean | 'never'): Draft | Fault {
  const { query, fields } = draft;
  const filled = passagesOf(draft).filter((text) => text !== null && !isBlank(text));
  const areDigits = filled.every((text) => text instanceof Ref || DIGITS.test(text as string));
  const areIds = areDigits && filled.some((text) => text instanceof Ref);
  if (areIds && digits === 'never') return draft;
  if (areIds || (areDigits && digits === true && filled.length > 0))
    return withRefs(draft, typeof query === 'string' && DIGITS.test(query));
  return query instanceof Ref ? wrongType(fields.query, 'a string', Number(query.id)) : draft;
}

/** All passages of a draft as ids of the corpus, and its query as one of the queries where that is an id too. */
function withRefs(draft: Draft, queryIsId: boolean): Draft {
  const { query, positives, lists } = draft;
  return {
    ...draft,
    query:
      queryIsId && typeof query === 'string' && !isBlank(query) ? new Ref('queries', query.trim()) : query,
    positives: positives.map(passageRef),
    lists: lists.map((list) => ({
      ...list,
      texts: list.texts.map((text) => (text === null ? null : passageRef(text))),
    })),
  };
}

/** A format fitted to one file, with the drafts of its first entries that can be read. */
export interface FittedFormat {
  readonly format: Format;
  readonly drafts: readonly Draft[];
}

function changed(
  format: Format,
  drafts: readonly (Draft | Fault)[],
  change: (draft: Draft) => Draft | Fault,
): FittedFormat {
  const through = (draft: Draft | Fault) => (draft instanceof Fault ? draft : change(draft));
  return {
    format: { ...format, read: (value) => through(format.read(value)) },
    drafts: drafts.map(through).filter((draft): draft is Draft => !(draft instanceof Fault)),
  };
}

/** A format and the first entries: they decide whether strings of digits are ids, unless the user has named the fields. */
export function fitted(format: Format, samples: readonly JsonObject[], isNamed = false): FittedFormat {
  const drafts = samples.map((sample) => format.read(sample));
  const digits = isNamed ? 'never' : digitsAreIds(drafts);
  return changed(format, drafts, (draft) => (format.ofTexts === true ? withIds(draft, digits) : draft));
}

/** The format with ids in place of all texts, if all passages of the first drafts look like ids; else null. */
export function asIfIds({ format, drafts }: FittedFormat): FittedFormat | null {
  const texts = drafts.flatMap(passagesOf).filter((text) => text !== null && !isBlank(text));
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && isIdLike(text.trim())))
    return null;
  const queries = drafts.every(({ query }) => typeof query === 'string' && isIdLike(query.trim()));
  return changed(format, drafts, (draft) => withRefs(draft, queries));
}

/**
 * Whether strings of digits are ids in a file: nearly all of its first records hold nothing else, and most hold long ones
 * or have a query of digits. True without records.
 */
function digitsAreIds(drafts: readonly (Draft | Fault)[]): boolean {
  const records = drafts
    .map((draft) => (draft instanceof Fault ? draft : withIds(draft, true)))
    .filter((draft): draft is Draft => !(draft instanceof Fault))
    .map((draft) => ({ ...draft, refs: passagesOf(draft).filter((text) => text instanceof Ref) }));
  const ids = records.filter(({ refs }) => refs.length > 0);
  // A query of digits is no question: then short strings are ids, too.
  const long = records.filter(
    ({ query, refs }) =>
      query instanceof Ref || refs.filter(({ id }) => id.length >= SHORTEST_ID).length > refs.length / 2,
  );
  return (
    records.length === 0 || (ids.length >= DIGITS_SHARE * records.length && long.length > records.length / 2)
  );
}

/** A blank text is no id. */
function passageRef(text: Text): Text {
  return text instanceof Ref || isBlank(text) ? text : new Ref('corpus', text.trim());
}
