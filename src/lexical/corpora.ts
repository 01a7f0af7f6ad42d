/** The IDF corpora by their names (SPEC.md, "Lexical gate"). */

export const IDF_CORPUS_IDS = [
  'pooled-documents',
  'source-documents',
  'pooled-query-document',
  'uniform',
] as const;

/**
 * First positives and negatives of all sources; of the one source; those and the queries of all sources; none, where
 * every token counts 1.
 */
export type IdfCorpusId = (typeof IDF_CORPUS_IDS)[number];
