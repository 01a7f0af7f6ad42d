/** Which field is what in a file as it is read: what is said always. */

import { Fault, type JsonObject } from '../fault';
import type { FieldRoles, LabelChoice } from '../reading';
import { fieldNames } from './by-names';
import type { Draft, Format } from './format';
import { namedHits, placedHits } from './hits';
import { roleOf } from './roles';

/** Embeddings that a file may give, under names of their own, and scores that are checked. */
const READ_ASIDE = ['query_embedding', 'positive_embedding', 'negative_embeddings'];
const IDS = ['query_id', 'query-id', 'qid', 'question_id', '_id', 'id'];

/**
 * The roles of a file's fields.
 * @param by what decided; names and order are told from the format where the user has not said it
 */
export function fieldRoles(
  format: Format,
  samples: readonly JsonObject[],
  label: LabelChoice,
  said: boolean,
  relevant: number,
): FieldRoles {
  const names = fieldNames(samples);
  const used = new Set(samples.flatMap((sample) => format.uses(sample)));
  const fields = firstDraft(format, samples)?.fields ?? { query: '', positive: '', negatives: '' };
  const isRun = format.joins === 'run' || format.needs.includes('qrels');
  const hits = isRun ? (namedHits(names) ?? placedHits(names)) : null;
  const judged = format.id === 'labeled-pairs' || format.id === 'labeled-lists';
  const grades = judged
    ? (names.find((name) => used.has(name) && isJudging(name)) ?? names.at(-1) ?? null)
    : null;
  const id = names.find((name) => name !== fields.query && IDS.includes(name.toLowerCase())) ?? null;
  const spoken = new Set([
    fields.query,
    ...READ_ASIDE,
    ...used,
    id,
    label.kind === 'column' ? label.column : null,
  ]);
  const titles = names.filter((name) => used.has(name) && roleOf(name).role === 'title');
  return {
    by: said ? 'user' : decidedBy(format),
    query: fields.query,
    positive: isRun ? 'the qrels' : fields.positive,
    negatives: fields.negatives.split(', '),
    titles,
    label: hits?.number ?? grades,
    id,
    relevant: isRun || judged ? relevant : null,
    leftAlone: isRun || format.id === 'colbert' ? [] : names.filter((name) => !spoken.has(name)),
  };
}

function isJudging(name: string): boolean {
  return roleOf(name).role === 'label' || /^(labels?|scores?|3)$/i.test(name);
}

function decidedBy({ id, byOrder }: Format): FieldRoles['by'] {
  if (byOrder === true) return 'order';
  return id === 'named' || id === 'tuples' || id === 'labeled-pairs' ? 'names' : 'format';
}

function firstDraft(format: Format, samples: readonly JsonObject[]): Draft | null {
  for (const sample of samples) {
    const draft = format.read(sample);
    if (!(draft instanceof Fault)) return draft;
  }
  return null;
}
