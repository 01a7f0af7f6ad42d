/** The paper's printed robustness checks (Tables sample_size_rank_stability, eta_psi_failure_buckets, tokenizer_idf_sensitivity). */

/** Rank agreement with the full sample at 25, 50, 75 and 100 % of the records (Table sample_size_rank_stability). */
export const PAPER_SAMPLE_SIZES = [
  { setting: 'non-hybrid', agreement: [1, 1, 1, 1] },
  { setting: 'hybrid', agreement: [1, 1, 1, 1] },
] as const;

/** One row of Table eta_psi_failure_buckets: per cent of pairs, prdev/mini-gte, 5,000 records. */
export interface PaperBuckets {
  readonly source: string;
  readonly inversion: number;
  readonly lowLocality: number;
  readonly highCoverage: number;
  readonly validHighCoverage: number;
  /** Null where the table prints `<0.1`. */
  readonly validLowLocality: number | null;
}

type BucketRow = readonly [
  source: string,
  inversion: number,
  lowLocality: number,
  highCoverage: number,
  validHighCoverage: number,
  validLowLocality: number | null,
];

const BUCKET_ROWS: readonly BucketRow[] = [
  ['BM25', 16.8, 43.5, 89.6, 7.9, null],
  ['Dense', 33.5, 41.4, 69.3, 4.6, 2.9],
  ['LLM', 2.1, 39.6, 38, 4.1, 2.6],
  ['BM25+Dense', 25.2, 42.4, 79.5, 6.2, 1.5],
  ['BM25+LLM', 9.5, 41.6, 63.8, 6, 1.3],
  ['Dense+LLM', 17.7, 40.5, 53.4, 4.3, 2.8],
];

export const PAPER_BUCKETS: readonly PaperBuckets[] = BUCKET_ROWS.map(
  ([source, inversion, lowLocality, highCoverage, validHighCoverage, validLowLocality]) => ({
    source,
    inversion,
    lowLocality,
    highCoverage,
    validHighCoverage,
    validLowLocality,
  }),
);

/** One row of Table tokenizer_idf_sensitivity: prdev/mini-gte, 5,000 records. */
export interface PaperLexical {
  readonly source: string;
  readonly eci: number;
  /** Lowest and highest score over the tokenizers, with pooled documents. */
  readonly tokenizers: readonly [number, number];
  /** Lowest and highest score over the IDF corpora, with alphanumeric tokens. */
  readonly corpora: readonly [number, number];
  readonly meanCoverage: number;
  readonly meanPsi: number;
}

type LexicalRow = readonly [
  source: string,
  eci: number,
  tokenizers: readonly [number, number],
  corpora: readonly [number, number],
  means: readonly [coverage: number, psi: number],
];

const LEXICAL_ROWS: readonly LexicalRow[] = [
  ['BM25', 0.0885, [0.0882, 0.0934], [0.0884, 0.102], [0.712, 0.288]],
  ['Dense', 0.1086, [0.0926, 0.1118], [0.1085, 0.1131], [0.613, 0.387]],
  ['LLM', 0.186, [0.172, 0.19], [0.1857, 0.1866], [0.469, 0.531]],
  ['BM25+Dense', 0.0986, [0.0914, 0.1026], [0.0985, 0.1076], [0.662, 0.338]],
  ['BM25+LLM', 0.1373, [0.1312, 0.1417], [0.1371, 0.1438], [0.59, 0.41]],
  ['Dense+LLM', 0.1478, [0.1328, 0.1514], [0.1477, 0.1497], [0.539, 0.461]],
];

export const PAPER_LEXICAL: readonly PaperLexical[] = LEXICAL_ROWS.map(
  ([source, eci, tokenizers, corpora, [meanCoverage, meanPsi]]) => ({
    source,
    eci,
    tokenizers,
    corpora,
    meanCoverage,
    meanPsi,
  }),
);
