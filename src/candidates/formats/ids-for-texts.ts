/** Files with ids in place of texts: a corpus is then needed. */

import { Fault } from '../fault';
import { wrongType } from './fields';
import { isBlank, isIdLike } from './columns';
import { passagesOf, Ref, type Draft, type Format, type Text } from './format';

/** Digits are ids where this share of the first records holds nothing else. */
const DIGITS_SHARE = 0.9;

/** Shorter strings of digits are answers: "8", "42". */
const SHORTEST_ID = 4;

/** Whether strings of digits are ids in a file. `never` where the user named the format: then all strings are texts. */
export type Digits = boolean | 'never';

const DIGITS = /^\s*\d+\s*$/;

/**
 * Replaces texts that are ids. A number is always an id. Strings of digits are ids where all passages of the record are
 * such strings or numbers (if all are strings, only where `digits` is true); then a query of digits is an id too. A fault
 * where the query is a number and the passages are texts.
 */
export function withIds(draft: Draft, digits: Digits): Draft | Fault {
  const { query, fields } = draft;
  const kind = heldBy(draft);
  if (kind === 'ids' && digits === 'never') return draft;
  if (kind === 'ids' || (kind === 'digits' && digits === true))
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

/** The first drafts of a file with ids in place of texts, if all passages look like ids; else null. */
export function asIfIds(
  drafts: readonly Draft[],
): { readonly drafts: readonly Draft[]; readonly queries: boolean } | null {
  const texts = drafts.flatMap(passagesOf).filter((text) => text !== null && !isBlank(text));
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && isIdLike(text.trim())))
    return null;
  const queries = drafts.every(({ query }) => typeof query === 'string' && isIdLike(query.trim()));
  return { drafts: drafts.map((draft) => withRefs(draft, queries)), queries };
}

/** A format of texts whose texts are ids. @param queries whether its queries are, too */
export function formatOfIds(format: Format, queries: boolean): Format {
  return {
    ...format,
    read(value) {
      const draft = format.read(value);
      return draft instanceof Fault ? draft : withRefs(draft, queries);
    },
  };
}

/**
 * Whether strings of digits are ids in a file: nearly all of its first records hold nothing else, and most hold long ones
 * or have a query of digits. True without records.
 */
export function digitsAreIds(drafts: readonly (Draft | Fault)[]): boolean {
  let records = 0;
  let ids = 0;
  let long = 0;
  for (const given of drafts) {
    const draft = given instanceof Fault ? given : withIds(given, true);
    if (draft instanceof Fault) continue;
    records += 1;
    const refs = passagesOf(draft).filter((text) => text instanceof Ref);
    if (refs.length > 0) ids += 1;
    // A query of digits is no question: then short strings are ids, too.
    if (
      draft.query instanceof Ref ||
      refs.filter(({ id }) => id.length >= SHORTEST_ID).length > refs.length / 2
    )
      long += 1;
  }
  return records === 0 || (ids >= DIGITS_SHARE * records && long > records / 2);
}

/** `ids`: numbers and strings of digits; `digits`: only strings of digits; else `texts`. */
function heldBy({ positives, lists }: Draft): 'ids' | 'digits' | 'texts' {
  let numbers = 0;
  let strings = 0;
  const note = (text: Text | null): boolean => {
    if (text instanceof Ref) numbers += 1;
    else if (text === null || isBlank(text)) return true;
    else if (DIGITS.test(text)) strings += 1;
    else return false;
    return true;
  };
  for (const positive of positives) if (!note(positive)) return 'texts';
  for (const { texts } of lists) for (const text of texts) if (!note(text)) return 'texts';
  if (numbers > 0) return 'ids';
  return strings > 0 ? 'digits' : 'texts';
}

/** A blank text is no id. */
function passageRef(text: Text): Text {
  return text instanceof Ref || isBlank(text) ? text : new Ref('corpus', text.trim());
}
