/** Figures of the paper that the lessons show, by its tables. */

/** GPU-hours of one logged run, Contriever with six sources (section Computational Cost). */
export const HOURS = { scoring: 8.5, reading: 8.3, training: 17.9, testing: 38.9, sources: 6 } as const;

/** What the audit looks at in a source (Table "audit", Contriever). */
export interface Means {
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  /** Its inversion rate. */
  readonly inverted: number;
}

/** Its three miners. */
export const MEANS = [
  { id: 'bm25', name: 'BM25', words: 'found by words', rho: 0.602, eta: 0.352, psi: 0.287, inverted: 0.378 },
  {
    id: 'dense',
    name: 'Dense',
    words: 'found by an encoder',
    rho: 0.566,
    eta: 0.443,
    psi: 0.386,
    inverted: 0.423,
  },
  {
    id: 'llm',
    name: 'LLM',
    words: 'written to look right',
    rho: 0.87,
    eta: 0.375,
    psi: 0.529,
    inverted: 0.083,
  },
] as const;

/** Random passages. */
export const RANDOM: Means = { rho: 0.994, eta: 0.471, psi: 0.943, inverted: 0 };

const SINGLE = ['BM25', 'Dense', 'LLM'];
const MIXED = ['BM25+Dense', 'BM25+LLM', 'Dense+LLM'];

/** The eighteen runs (Tables "eci-lexdebias-full" and "ndcg10-beir"). */
export const BLOCKS = [
  block('DistilBERT', 'var(--c4)', false, [0.1265, 0.1755, 0.2612], [0.344, 0.373, 0.392]),
  block('DistilBERT', 'var(--c4)', true, [0.151, 0.1939, 0.2192], [0.349, 0.359, 0.381]),
  block('E5-base', 'var(--c1)', false, [0.0954, 0.1191, 0.2112], [0.452, 0.465, 0.479]),
  block('E5-base', 'var(--c1)', true, [0.1072, 0.1533, 0.1659], [0.439, 0.45, 0.459]),
  block('Contriever', 'var(--c2)', false, [0.0667, 0.117, 0.1813], [0.349, 0.397, 0.434]),
  block('Contriever', 'var(--c2)', true, [0.0918, 0.124, 0.1498], [0.334, 0.359, 0.402]),
];

/**
 * Three runs of one encoder that the paper compares.
 * @param mixed true where each source mixes two miners
 * @param scores of the sources, before training
 * @param results mean nDCG@10 on BEIR, after training
 */
function block(
  encoder: string,
  colour: string,
  mixed: boolean,
  scores: readonly number[],
  results: readonly number[],
) {
  const runs = (mixed ? MIXED : SINGLE).map((name, i) => ({
    id: `${encoder}-${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    name,
    score: scores[i] ?? 0,
    ndcg: results[i] ?? 0,
  }));
  return { encoder, colour, mixed, runs };
}

/** True where a higher score went with a better result, from each run of the block to the next. */
export function rises({ runs }: (typeof BLOCKS)[number]): boolean {
  const byScore = [...runs].sort((a, b) => a.score - b.score);
  return byScore.every(({ ndcg }, i) => i === 0 || ndcg > (byScore[i - 1]?.ndcg ?? 0));
}
