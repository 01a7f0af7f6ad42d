/** Makes records: ids become texts, blanks and repeats are removed. */

import type { EmbeddingChecker } from './embeddings';
import { Fault } from '../fault';
import { isBlank } from '../formats/columns';
import { Ref, type Draft, type Text } from '../formats/format';
import type { Gathered } from './gathered';
import { LIMITS } from '../limits';
import { formatCount } from '../../ui/words';
import type { CandidateRecord, NegativeOrigins } from '../candidate-record';

/** Texts of companion files by id. */
export interface TextLookup {
  /** Set for a file of texts: no companion is asked. */
  readonly ofTexts?: true;
  textOf(ref: Ref): string | undefined;
}

/** A good record, and what was removed from it. */
export interface NormalisedRecord {
  readonly record: CandidateRecord;
  readonly blankNegativesRemoved: number;
  readonly duplicateNegativesRemoved: number;
  /** Negatives that the file's scores exclude (minus infinity). */
  readonly excludedNegatives: number;
  readonly furtherPositivesIgnored: number;
  /** Of judged hits: how many could be negatives; 0 of others. */
  readonly hitsFound: number;
  /** Positives passed over because no corpus has their text. */
  readonly positivesNotFound: number;
  readonly embeddingsRepaired: boolean;
  readonly scores: Draft['scores'];
}

/** The fault of an entry with a blank query or positive. */
export function blankFault(query: Text, positives: readonly Text[], fields: Draft['fields']): Fault | null {
  if (isBlank(query)) return blank('blank-query', fields.query);
  const [positive] = positives;
  if (positive !== undefined && isBlank(positive)) return blank('blank-positive', fields.positive);
  return null;
}

/**
 * Resolves ids, trims texts and removes blank, null and repeated negatives (the first is kept) with their embeddings. The
 * embeddings of blank negatives are not checked.
 */
export function toRecord(
  gathered: Gathered,
  lookup: TextLookup,
  checker: EmbeddingChecker,
): NormalisedRecord | Fault {
  const { fields, place, places, indices } = gathered;
  const fault = checker.notice(gathered.embeddings);
  if (fault !== null) return fault;
  const texts = resolve(gathered, lookup);
  if (texts instanceof Fault) return texts;
  const { query, positives, negatives } = texts;
  const [positive] = positives;
  if (positive === undefined) return noPositive(gathered);
  const wrong = blankFault(query, positives, fields) ?? tooLarge(query, positive, negatives, fields);
  if (wrong !== null) return wrong;

  const present = [...negatives.keys()].filter((index) => negatives[index] !== '');
  if (present.length === 0) return noNegatives(gathered);
  const rows = present.map((index) => indices[index] as number);
  const { embeddings: given, negativesInEntry } = gathered;
  const checked = given === null ? null : checker.check(given, negativesInEntry, rows);
  if (checked instanceof Fault) return checked;

  const positions = new Map<string, number>();
  const kept: number[] = [];
  const vectors: Float64Array[] = [];
  const copies: NegativeOrigins['copies'][number][] = [];
  for (const [row, index] of present.entries()) {
    const text = negatives[index] as string;
    const position = positions.get(text);
    if (position === undefined) {
      positions.set(text, kept.length);
      kept.push(index);
      if (checked !== null) vectors.push(checked.embeddings.negatives[row] as Float64Array);
    } else {
      copies.push({ position, place: places?.[index] ?? place, index: indices[index] as number });
    }
  }
  return {
    record: {
      place,
      queryId: gathered.queryId,
      query,
      positive,
      negatives: [...positions.keys()],
      origins: {
        places: places === null ? null : kept.map((index) => places[index] as number),
        indices: kept.map((index) => indices[index] as number),
        copies,
      },
      knownPositives: [...positions].flatMap(([text, position]) =>
        positives.includes(text) ? position : [],
      ),
      embeddings: checked === null ? null : { ...checked.embeddings, negatives: vectors },
    },
    blankNegativesRemoved: negatives.length - present.length - gathered.excluded,
    excludedNegatives: gathered.excluded,
    hitsFound: gathered.hitsFound ?? 0,
    duplicateNegativesRemoved: copies.length,
    furtherPositivesIgnored: positives.length - 1,
    positivesNotFound: texts.positivesNotFound,
    embeddingsRepaired: checked?.repaired ?? false,
    scores: gathered.scores,
  };
}

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

interface Texts {
  readonly query: string;
  readonly positives: readonly string[];
  /** Blank for null. */
  readonly negatives: readonly string[];
  readonly positivesNotFound: number;
}

/**
 * All texts, trimmed. A fault names the first id that no companion has. Further positives are not scored: an unknown one
 * counts as blank.
 */
function resolve(gathered: Gathered, lookup: TextLookup): Texts | Fault {
  const { query, positives, negatives, fields } = gathered;
  const textOf = (text: Text | null): string | undefined =>
    text instanceof Ref ? lookup.textOf(text)?.trim() : (text ?? '').trim();
  const skipped =
    gathered.hits === null
      ? 0
      : Math.max(
          0,
          positives.findIndex((text) => textOf(text) !== undefined),
        );
  let unknown: Fault | null = null;
  const needed = (text: Text | null, field: string): string => {
    const found = textOf(text);
    if (found === undefined) unknown ??= unknownId(text as Ref, field, lookup);
    return found ?? '';
  };
  const texts = {
    query: needed(query, fields.query),
    positives: positives
      .slice(skipped)
      .map((positive, index) => (index === 0 ? needed(positive, fields.positive) : (textOf(positive) ?? ''))),
    negatives: negatives.map((negative) => needed(negative, fields.negatives)),
    positivesNotFound: skipped,
  };
  return unknown ?? texts;
}

function unknownId({ kind, id: whole }: Ref, field: string, { ofTexts }: TextLookup): Fault {
  const [what, key] = kind === 'corpus' ? ['a corpus', 'docid'] : ['a queries file', 'query id'];
  const id = whole.length > 40 ? `${whole.slice(0, 40)}…` : whole;
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
