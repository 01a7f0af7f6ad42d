/** From what was gathered to a record: ids become texts, blanks and repeats go. */

import type { CheckedEmbeddings, EmbeddingChecker } from './embeddings';
import { Fault } from '../fault';
import { isBlank } from '../formats/columns';
import type { Draft, GivenEmbeddings, Ref, Text } from '../formats/format';
import type { Gathered } from './gathered';
import { LIMITS } from '../limits';
import { formatCount } from '../../ui/words';
import type { CandidateRecord, NegativeOrigins } from '../candidate-record';

/** Gives the text of an id that a companion file holds; undefined where none does. */
export interface TextLookup {
  /** Set for a file whose first records hold texts: no companion is asked for it. */
  readonly ofTexts?: true;
  textOf(ref: Ref): string | undefined;
}

/** A record that is good, with what was taken from it. */
export interface NormalisedRecord {
  readonly record: CandidateRecord;
  readonly blankNegativesRemoved: number;
  readonly duplicateNegativesRemoved: number;
  readonly furtherPositivesIgnored: number;
  /** Positives before the one that is used whose text no corpus has. */
  readonly positivesNotFound: number;
  readonly embeddingsRepaired: boolean;
  readonly scores: Draft['scores'];
}

/** The fault of an entry whose query or positive is blank: an id is not. */
export function blankFault(query: Text, positives: readonly Text[], fields: Draft['fields']): Fault | null {
  if (isBlank(query)) return blank('blank-query', fields.query);
  const [positive] = positives;
  if (positive !== undefined && isBlank(positive)) return blank('blank-positive', fields.positive);
  return null;
}

/**
 * From what was gathered to a record: ids become texts, texts are trimmed, blank and null
 * negatives removed, then repeated ones, first one kept. The embedding rows of removed negatives go with them; those
 * of blank ones are not looked at.
 */
export function toRecord(
  gathered: Gathered,
  lookup: TextLookup,
  checker: EmbeddingChecker,
): NormalisedRecord | Fault {
  const { fields } = gathered;
  const fault = checker.notice(gathered.embeddings);
  if (fault !== null) return fault;
  const texts = resolve(gathered, lookup);
  if (texts instanceof Fault) return texts;
  const { query, positives, negatives } = texts;
  const [positive] = positives;
  if (positive === undefined) return noPositive(gathered);
  const blanks = blankFault(query, positives, fields);
  if (blanks !== null) return blanks;
  const large = tooLarge(query, positive, negatives, fields);
  if (large !== null) return large;

  const present: number[] = [];
  for (let index = 0; index < negatives.length; index += 1) if (negatives[index] !== '') present.push(index);
  if (present.length === 0) return noNegatives(gathered);

  const checked = gathered.embeddings === null ? null : checkRows(gathered, present, checker);
  if (checked instanceof Fault) return checked;

  const kept = distinct(present, negatives);
  const knownPositives: number[] = [];
  for (const [position, { text }] of kept.entries())
    if (positives.includes(text)) knownPositives.push(position);
  return {
    record: {
      place: gathered.place,
      queryId: gathered.queryId,
      query,
      positive,
      negatives: kept.map(({ text }) => text),
      origins: originsOf(gathered, present, negatives, kept),
      knownPositives,
      embeddings:
        checked === null
          ? null
          : {
              ...checked.embeddings,
              negatives: kept.map(({ rank }) => checked.embeddings.negatives[rank] as Float64Array),
            },
    },
    blankNegativesRemoved: negatives.length - present.length,
    duplicateNegativesRemoved: present.length - kept.length,
    furtherPositivesIgnored: positives.length - 1,
    positivesNotFound: texts.positivesNotFound,
    embeddingsRepaired: checked?.repaired ?? false,
    scores: gathered.scores,
  };
}

/** The fault of a record with too many negatives, or with a text that is too long. */
function tooLarge(
  query: string,
  positive: string,
  negatives: readonly string[],
  fields: Draft['fields'],
): Fault | null {
  if (negatives.length > LIMITS.negatives) {
    const [found, most] = [formatCount(negatives.length), formatCount(LIMITS.negatives)];
    const message = `\`${fields.negatives}\` holds ${found} negatives, expected at most ${most} in one record. Leave out those ranked last.`;
    return new Fault('too-large', fields.negatives, message);
  }
  if (query.length > LIMITS.textCharacters) return longText(fields.query, query);
  if (positive.length > LIMITS.textCharacters) return longText(fields.positive, positive);
  const long = negatives.find(({ length }) => length > LIMITS.textCharacters);
  return long === undefined ? null : longText(fields.negatives, long);
}

function longText(field: string, text: string): Fault {
  const [found, most] = [formatCount(text.length), formatCount(LIMITS.textCharacters)];
  const message = `\`${field}\` holds a text of ${found} characters, expected at most ${most}. Cut it into passages.`;
  return new Fault('too-large', field, message);
}

/** The rows of the negatives that are not blank; those of an entry stand in the order of all its lists. */
function checkRows(
  { embeddings, negativesInEntry, indices }: Gathered,
  present: readonly number[],
  checker: EmbeddingChecker,
): CheckedEmbeddings | Fault {
  const rows = present.map((index) => indices[index] as number);
  return checker.check(embeddings as GivenEmbeddings, negativesInEntry, rows);
}

/** A negative that stays: its text, and its rank among the negatives that are not blank. */
interface Kept {
  readonly text: string;
  readonly index: number;
  readonly rank: number;
}

/** Texts are told apart by their lengths first: most differ, and long ones need not be hashed then. */
function distinct(present: readonly number[], texts: readonly string[]): Kept[] {
  const byLength = new Map<number, Set<string> | string>();
  const kept: Kept[] = [];
  for (const [rank, index] of present.entries()) {
    const text = texts[index] as string;
    const same = byLength.get(text.length);
    if (same === undefined) {
      byLength.set(text.length, text);
    } else if (typeof same === 'string') {
      if (same === text) continue;
      byLength.set(text.length, new Set([same, text]));
    } else {
      if (same.has(text)) continue;
      same.add(text);
    }
    kept.push({ text, index, rank });
  }
  return kept;
}

function originsOf(
  { place, places, indices }: Gathered,
  present: readonly number[],
  texts: readonly string[],
  kept: readonly Kept[],
): NegativeOrigins {
  const placeOf = (index: number): number => places?.[index] ?? place;
  const copies: { position: number; place: number; index: number }[] = [];
  if (kept.length < present.length) {
    const positions = new Map(kept.map(({ text }, position) => [text, position]));
    const first = new Set(kept.map(({ index }) => index));
    for (const index of present) {
      if (first.has(index)) continue;
      const position = positions.get(texts[index] as string) as number;
      copies.push({ position, place: placeOf(index), index: indices[index] as number });
    }
  }
  return {
    places: places === null ? null : kept.map(({ index }) => placeOf(index)),
    indices: kept.map(({ index }) => indices[index] as number),
    copies,
  };
}

interface Texts {
  readonly query: string;
  readonly positives: readonly string[];
  /** Blank for null. */
  readonly negatives: readonly string[];
  readonly positivesNotFound: number;
}

/** All texts, trimmed. A fault names the first id that no companion has; further positives may be unknown. */
function resolve(gathered: Gathered, lookup: TextLookup): Texts | Fault {
  const { query, negatives, fields } = gathered;
  const { positives, positivesNotFound } = usable(gathered, lookup);
  let unknown: { ref: Ref; field: string } | null = null;
  const textOf = (text: Text | null, field: string): string => {
    if (text === null) return '';
    if (typeof text === 'string') return text.trim();
    const found = lookup.textOf(text);
    if (found === undefined) unknown ??= { ref: text, field };
    return found ?? '';
  };
  const texts = {
    query: textOf(query, fields.query),
    positives: positives.map((positive, index) =>
      index === 0 ? textOf(positive, fields.positive) : furtherText(positive, lookup),
    ),
    negatives: negatives.map((negative) => textOf(negative, fields.negatives)),
    positivesNotFound,
  };
  return unknown === null ? texts : unknownId(unknown, lookup);
}

/** The positives from the first on that is to be used: where any may be, the first whose text is known. */
function usable(
  { positives, anyPositive }: Gathered,
  lookup: TextLookup,
): { readonly positives: readonly Text[]; readonly positivesNotFound: number } {
  if (anyPositive !== true) return { positives, positivesNotFound: 0 };
  const first = positives.findIndex((text) => typeof text === 'string' || lookup.textOf(text) !== undefined);
  return first <= 0
    ? { positives, positivesNotFound: 0 }
    : { positives: positives.slice(first), positivesNotFound: first };
}

/** Further positives are not scored: one whose text is not at hand is as good as blank. */
function furtherText(positive: Text, lookup: TextLookup): string {
  return (typeof positive === 'string' ? positive : (lookup.textOf(positive) ?? '')).trim();
}

function unknownId({ ref, field }: { ref: Ref; field: string }, { ofTexts }: TextLookup): Fault {
  const [what, key] = ref.kind === 'corpus' ? ['a corpus', 'docid'] : ['a queries file', 'query id'];
  const id = ref.id.length > 40 ? `${ref.id.slice(0, 40)}…` : ref.id;
  if (ofTexts === true) {
    const message = `\`${field}\` names the id ${id}, the first records of this file hold texts.`;
    return new Fault(
      'unknown-id',
      field,
      `${message} Write the text, or put records of ids in a file of their own.`,
    );
  }
  return new Fault(
    'unknown-id',
    field,
    `\`${field}\` needs ${what} with ${key} ${id}, which no file loaded has. Load the one that holds it, or leave the record out.`,
  );
}

function blank(code: 'blank-query' | 'blank-positive', field: string): Fault {
  return new Fault(
    code,
    field,
    `\`${field}\` is blank, expected a text. Fill it in or leave the record out.`,
  );
}

function noPositive({ fields }: Gathered): Fault {
  return new Fault(
    'no-positive',
    fields.positive,
    `There is no positive for this query in \`${fields.positive}\`. Expected at least one; add it.`,
  );
}

function noNegatives({ negatives, places, fields }: Gathered): Fault {
  const field = fields.negatives;
  const found =
    negatives.length === 0
      ? places === null
        ? 'is an empty list'
        : 'holds no negative in any row'
      : `holds ${negatives.length} negatives, all blank or null`;
  return new Fault('no-negatives', field, `\`${field}\` ${found}. Expected at least one negative; add one.`);
}
