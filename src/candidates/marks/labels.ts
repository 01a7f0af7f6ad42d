/** What somebody said of a query with a negative. */

import type { Verdict } from '../../judge/verdicts';
import type { Mark } from './marks';

/**
 * Why pairs were marked other than one by one: for their `verdicts`; because they passed a filter that looks at `labels`, or
 * at what may hold them; because they passed a `filter` that looks at no label; because they stand in one `record`.
 */
export const MARK_KINDS = ['verdicts', 'labels', 'filter', 'record'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface MarkOrigin {
  readonly kind: MarkKind;
  /** Such as `in bulk: near the positive`. */
  readonly words: string;
}

export interface Label {
  /** Hash of query and negative as 32 hexadecimal digits. */
  readonly key: string;
  readonly by: string;
  /** What becomes of the pair in a cleaned file; null where that was not said. */
  readonly mark: Mark | null;
  /** What the author set the mark with, such as `in bulk: near the positive`; undefined for a mark set by hand. */
  readonly via: string | undefined;
  /** The kind of `via`; undefined by hand, and where an older file or session does not say it. */
  readonly kind?: MarkKind | undefined;
  /** Whether the negative answers the query; null where it was not judged. */
  readonly verdict: Verdict | null;
  /** '' for none. */
  readonly note: string;
  /** When, in milliseconds since 1970; 0 where it is not known. */
  readonly at: number;
}

/** A label that says nothing. */
export function emptyLabel(key: string, by: string): Label {
  return { key, by, mark: null, via: undefined, kind: undefined, verdict: null, note: '', at: 0 };
}

/** The user of this page, as an author. Files never speak for it: see {@link authorOf}. */
export const ME = 'me';

/** Who set a mark by hand, in words. */
export const BY_HAND = 'by hand';

/** Labels that cross between threads, or are stored, at once. All 250,000 of a large file would take 400 ms. */
export const LABELS_AT_ONCE = 5_000;

/** The author of all that a file says, by its name. */
export function authorOf(file: string): string {
  return `file ${file}`;
}

/** Whether the user of this page set the mark of a label by hand: such a mark changes only by hand. */
export function isByHand({ by, mark, via }: Label): boolean {
  return by === ME && mark !== null && via === undefined;
}

/** Whether two labels say the same, whenever they said it. */
export function saysSame(one: Label, other: Label): boolean {
  return (
    one.mark === other.mark &&
    isByHand(one) === isByHand(other) &&
    one.verdict === other.verdict &&
    one.note === other.note
  );
}

/** What somebody said of a pair at one time. Of what is not in it nothing was said. */
export type Said = Pick<Label, 'key' | 'by' | 'at'> &
  Partial<Pick<Label, 'mark' | 'via' | 'kind' | 'verdict' | 'note'>>;

/** What has to be said so that one label of an author becomes the other; null where they say the same. */
export function saidBetween(before: Label, after: Label): Said | null {
  if (saysSame(before, after)) return null;
  const { key, by, at, mark, via, kind, verdict, note } = after;
  const isMarkSame = mark === before.mark && isByHand(before) === isByHand(after);
  return {
    key,
    by,
    at,
    ...(isMarkSame ? {} : { mark, via, kind }),
    ...(verdict === before.verdict ? {} : { verdict }),
    ...(note === before.note ? {} : { note }),
  };
}

/** Two labels of one author on one pair: the newer says what it says, the older the rest. */
export function merged(known: Label, given: Label): Label {
  const [older, newer] = given.at < known.at ? [given, known] : [known, given];
  const { mark, via, kind } = newer.mark === null ? older : newer;
  const note = newer.note === '' ? older.note : newer.note;
  return { ...known, mark, via, kind, verdict: newer.verdict ?? older.verdict, note, at: newer.at };
}

/** Whether two authors contradict each other. */
export function areContrary(one: Label, other: Label): boolean {
  const differ = <T>(a: T | null, b: T | null) => a !== null && b !== null && a !== b;
  return differ(one.mark, other.mark) || differ(one.verdict, other.verdict);
}
