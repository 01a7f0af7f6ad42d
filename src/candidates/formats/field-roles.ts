/** Which field is what in a file, as the page shows it. */

import type { JsonObject } from '../fault';
import type { FieldRoles, LabelChoice } from '../reading';
import type { Draft, Format } from './format';
import { hitColumns } from './hits';
import { fieldNames, queryIdsAmong, roleOf } from './names';

/** Fields of embeddings. */
const EMBEDDINGS = ['query_embedding', 'positive_embedding', 'negative_embeddings'];

/** @param said whether the user has said which field is what */
export function fieldRoles(
  format: Format,
  samples: readonly JsonObject[],
  drafts: readonly Draft[],
  label: LabelChoice,
  said: boolean,
  relevant: number,
): FieldRoles {
  const names = fieldNames(samples);
  const used = new Set(samples.flatMap((sample) => format.uses(sample)));
  const fields = drafts[0]?.fields ?? { query: '', positive: '', negatives: '' };
  const isRun = format.joins === 'run' || format.needs.includes('qrels');
  const hits = isRun ? hitColumns(names) : null;
  const judged = format.id === 'labeled-pairs' || format.id === 'labeled-lists';
  const grades = judged
    ? (names.find((name) => used.has(name) && isJudging(name)) ?? names.at(-1) ?? null)
    : null;
  const id = queryIdsAmong(names).find((name) => name !== fields.query) ?? null;
  const shown = new Set([
    fields.query,
    ...EMBEDDINGS,
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
    leftAlone: isRun || format.id === 'colbert' ? [] : names.filter((name) => !shown.has(name)),
  };
}

function isJudging(name: string): boolean {
  return ['label', 'score'].includes(roleOf(name).role) || name === '3';
}

function decidedBy({ id, byOrder }: Format): FieldRoles['by'] {
  if (byOrder === true) return 'order';
  return id === 'named' || id === 'tuples' || id === 'labeled-pairs' ? 'names' : 'format';
}
