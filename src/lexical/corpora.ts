/** The IDF corpora by name. */

export const IDF_CORPUS_IDS = [
  'pooled-documents',
  'source-documents',
  'pooled-query-document',
  'uniform',
] as const;

/**
 * By corpus: first positives and negatives of all sources; of one source; those and the queries of all sources; none
 * (every token counts 1).
 */
export type IdfCorpusId = (typeof IDF_CORPUS_IDS)[number];
