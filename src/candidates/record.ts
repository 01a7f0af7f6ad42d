import type { EmbeddingChecker } from './embeddings';
import { Fault } from './fault';
import type { Draft } from './formats/format';
import type { CandidateRecord } from './types';

/** A record that is good, with what was taken from it. */
export interface NormalisedRecord {
  readonly record: CandidateRecord;
  readonly blankNegativesRemoved: number;
  readonly duplicateNegativesRemoved: number;
  readonly furtherPositivesIgnored: number;
  readonly embeddingsRepaired: boolean;
}

/** The fault of a draft whose query or positive is blank. */
export function blankFault(draft: Draft): Fault | null {
  if (draft.query.trim() === '') return blank('blank-query', draft.fields.query);
  if (draft.positive.trim() === '') return blank('blank-positive', draft.fields.positive);
  return null;
}

/**
 * From a draft to a record (SPEC.md, "Records"): texts trimmed, blank and null negatives removed, then repeated ones,
 * first one kept. The embedding rows of removed negatives go with them; those of blank ones are not looked at.
 */
export function toRecord(draft: Draft, place: number, checker: EmbeddingChecker): NormalisedRecord | Fault {
  const fault = checker.notice(draft.embeddings) ?? blankFault(draft);
  if (fault !== null) return fault;

  const texts = draft.negatives.map((negative) => negative?.trim() ?? '');
  const present = [...texts.keys()].filter((index) => texts[index] !== '');
  if (present.length === 0) return noNegatives(draft);

  const checked =
    draft.embeddings === null ? null : checker.check(draft.embeddings, draft.negatives.length, present);
  if (checked instanceof Fault) return checked;

  const seen = new Set<string>();
  const negatives: string[] = [];
  const rows: Float64Array[] = [];
  for (const [position, index] of present.entries()) {
    const text = texts[index] as string;
    if (seen.has(text)) continue;
    seen.add(text);
    negatives.push(text);
    if (checked !== null) rows.push(checked.embeddings.negatives[position] as Float64Array);
  }

  return {
    record: {
      place,
      queryId: draft.queryId,
      query: draft.query.trim(),
      positive: draft.positive.trim(),
      negatives,
      embeddings: checked === null ? null : { ...checked.embeddings, negatives: rows },
    },
    blankNegativesRemoved: texts.length - present.length,
    duplicateNegativesRemoved: present.length - negatives.length,
    furtherPositivesIgnored: draft.furtherPositives,
    embeddingsRepaired: checked?.repaired ?? false,
  };
}

function blank(code: 'blank-query' | 'blank-positive', field: string): Fault {
  return new Fault(
    code,
    field,
    `\`${field}\` is blank, expected a text. Fill it in or leave the record out.`,
  );
}

function noNegatives(draft: Draft): Fault {
  const field = draft.fields.negatives;
  const found =
    draft.negatives.length === 0
      ? 'is an empty list'
      : `holds ${draft.negatives.length} negatives, all blank or null`;
  return new Fault('no-negatives', field, `\`${field}\` ${found}. Expected at least one negative; add one.`);
}
