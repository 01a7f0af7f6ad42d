/** Documents that are relevant for an evaluation: they are negatives of no record. */

import { normalForm } from '../lexical/normal-form';

/** How many records have a query of an evaluation. */
export function evaluationQueries(
  records: readonly { readonly query: string }[],
  queries: readonly string[],
): number {
  const forms = new Set(queries.map(normalForm));
  return records.filter(({ query }) => forms.has(normalForm(query))).length;
}

/** Places of the texts of a corpus that are among some documents. */
export function evaluationPlaces(
  texts: readonly string[],
  documents: readonly string[],
): ReadonlySet<number> {
  const forms = new Set(documents.map(normalForm));
  forms.delete('');
  if (forms.size === 0) return new Set();
  return new Set(texts.flatMap((text, place) => (forms.has(normalForm(text)) ? place : [])));
}
