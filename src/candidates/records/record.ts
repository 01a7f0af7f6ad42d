/** Makes records: blanks and repeats are removed. */

import type { EmbeddingChecker } from './embeddings';
import { Fault, shortened } from '../fault';
import { isBlank } from '../formats/columns';
import { Ref, type Draft, type Text } from '../formats/format';
import { ascending } from '../formats/read-entry';
import type { CandidateRecord, NegativeOrigins, RecordScores } from '../candidate-record';

/** What a draft is made a record of. */
export interface RecordOf {
  /** Place of the (first) entry. */
  readonly place: number;
  /** Label of the source; null where the whole file is one source. */
  readonly label: string | null;
  /** The one list of negatives that counts; null: all. */
  readonly list: number | null;
  /** Of judged hits: how many could be negatives, those beyond the first K too; null of others. */
  readonly hitsFound: number | null;
  /** Whether the file holds texts: no companion was asked for an id. */
  readonly ofTexts: boolean;
}

/** The fault of an entry with a blank query or positive. */
export function blankFault(query: Text, positives: readonly Text[], fields: Draft['fields']): Fault | null {
  if (isBlank(query)) return blank('blank-query', fields.query);
  const [positive] = positives;
  if (positive !== undefined && isBlank(positive)) return blank('blank-positive', fields.positive);
  return null;
}

/**
 * Trims texts and removes blank, null and repeated negatives (the first is kept) with their embeddings. The embeddings of
 * blank negatives are not checked. An id in the draft is one that has no text.
 */
export function toRecord(draft: Draft, of: RecordOf, checker: EmbeddingChecker): CandidateRecord | Fault {
  const { fields, embeddings: given } = draft;
  const lists = of.list === null ? draft.lists : draft.lists.slice(of.list, of.list + 1);
  const fault = checker.notice(given);
  if (fault !== null) return fault;
  // Judgements may name more positives than the corpus has: the first one that it has is used.
  const known = draft.positives.findIndex((text) => !(text instanceof Ref));
  const skipped = of.hitsFound === null ? 0 : Math.max(0, known);
  const [first, ...further] = draft.positives.slice(skipped);
  const found = lists.flatMap((list) => list.texts);
  const ref = found.find((text) => text instanceof Ref);
  const unknown =
    unknownId(draft.query, fields.query, of) ??
    unknownId(first, fields.positive, of) ??
    unknownId(ref, fields.negatives, of);
  if (unknown) return unknown;
  const query = trimmed(draft.query);
  // A further positive is not scored: an unknown one counts as blank.
  const positives = first === undefined ? [] : [first, ...further].map(trimmed);
  const negatives = found.map(trimmed);
  const [positive] = positives;
  if (positive === undefined) return noPositive(draft);
  const wrong = blankFault(query, positives, fields);
  if (wrong !== null) return wrong;

  const [from] = lists.map((list) => list.from);
  const places = from?.places ?? null;
  const indices = from?.indices ?? ascending(textsIn(draft.lists.slice(0, of.list ?? 0)), negatives.length);
  const present = ascending(0, negatives.length).filter((index) => negatives[index] !== '');
  if (present.length === 0) return noNegatives(negatives.length, places !== null, fields.negatives);
  const rows = present.map((index) => indices[index] as number);
  const checked = given === null ? null : checker.check(given, textsIn(draft.lists), rows);
  if (checked instanceof Fault) return checked;

  const positions = new Map<string, number>();
  const kept: number[] = [];
  const vectors: Float64Array[] = [];
  const removed: NegativeOrigins['removed'][number][] = [];
  const remove = (position: number | null, index: number): void => {
    removed.push({ position, place: places?.[index] ?? of.place, index: indices[index] as number });
  };
  for (let row = 0; row < present.length; row += 1) {
    const index = present[row] as number;
    const text = negatives[index] as string;
    const position = positions.get(text);
    if (position === undefined) {
      positions.set(text, kept.length);
      kept.push(index);
      if (checked !== null) vectors.push(checked.embeddings.negatives[row] as Float64Array);
    } else {
      remove(position, index);
    }
  }
  const knownPositives = [...new Set(positives)].flatMap((text) => positions.get(text) ?? []);
  const excludedNegatives = lists.reduce((sum, { excluded = 0 }) => sum + excluded, 0);
  // A score of minus infinity leaves its negative out as a blank does.
  if (excludedNegatives === 0)
    for (const [index, text] of negatives.entries()) if (text === '') remove(null, index);
  return {
    label: of.label,
    place: of.place,
    queryId: draft.queryId,
    query,
    positive,
    negatives: [...positions.keys()],
    origins: {
      places: places === null ? null : kept.map((index) => places[index] as number),
      indices: kept.map((index) => indices[index] as number),
      removed,
    },
    knownPositives,
    embeddings: checked === null ? null : { ...checked.embeddings, negatives: vectors },
    group: draft.group ?? null,
    scores: scoresOf(draft.given, kept, textsIn(draft.lists.slice(0, of.list ?? 0)), skipped),
    counts: {
      records: 1,
      pairs: kept.length,
      blankNegativesRemoved: negatives.length - present.length - excludedNegatives,
      duplicateNegativesRemoved: present.length - kept.length,
      excludedNegatives,
      hitsFound: of.hitsFound ?? 0,
      furtherPositivesIgnored: positives.length - 1,
      positivesNotFound: skipped,
      normalisedRecords: Number(checked?.repaired ?? false),
      negativesEqualPositive: knownPositives.length,
      missingScores: Number(draft.scores === 'missing'),
    },
    scoreCheck: draft.scores,
  };
}

/** Scores of the negatives that are kept. @param before texts of the lists before theirs @param skipped positives passed over */
function scoresOf(
  given: Draft['given'],
  kept: readonly number[],
  before: number,
  skipped: number,
): RecordScores | undefined {
  if (given === undefined || skipped > 0) return undefined;
  const [positive = NaN, ...others] = given;
  const negatives = kept.map((index) => others[before + index] ?? NaN);
  return [positive, ...negatives].every(Number.isFinite) ? { positive, negatives } : undefined;
}

function textsIn(lists: Draft['lists']): number {
  return lists.reduce((sum, { texts }) => sum + texts.length, 0);
}

/** Blank for null, and for an id without a text. */
function trimmed(text: Text | null): string {
  return typeof text === 'string' ? text.trim() : '';
}

/** The fault of an id without a text; null for a text. */
function unknownId(text: Text | null | undefined, field: string, { ofTexts }: RecordOf): Fault | null {
  if (!(text instanceof Ref)) return null;
  const [what, key] = text.kind === 'corpus' ? ['a corpus', 'docid'] : ['a queries file', 'query id'];
  const id = shortened(text.id);
  const message = ofTexts
    ? `\`${field}\` names the id ${id}, the first records of this file hold texts. Write the text, or put records of ids in a file of their own.`
    : `\`${field}\` needs ${what} with ${key} ${id}, which no loaded file has. Load that file, or leave the record out.`;
  return new Fault('unknown-id', field, message);
}

function blank(code: 'blank-query' | 'blank-positive', field: string): Fault {
  return new Fault(
    code,
    field,
    `\`${field}\` is blank, expected a text. Fill it in or leave the record out.`,
  );
}

function noPositive({ fields }: Draft): Fault {
  return new Fault(
    'no-positive',
    fields.positive,
    `There is no positive for this query in \`${fields.positive}\`. Expected at least one; add it.`,
  );
}

function noNegatives(blank: number, joined: boolean, field: string): Fault {
  const empty = joined ? 'holds no negative in any row' : 'is an empty list';
  const found = blank === 0 ? empty : `holds ${blank} negatives, all blank or null`;
  return new Fault('no-negatives', field, `\`${field}\` ${found}. Expected at least one negative; add one.`);
}
