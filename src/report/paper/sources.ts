/**
 * The paper's printed figures of its sources (Tables eci-lexdebias-full, ndcg10-beir, ablation_baseline_diagnostics):
 * three encoders, two settings of three sources each.
 */

/** Columns of Table ndcg10-beir. */
export const BEIR_DATASETS = [
  'ArguAna',
  'NFCorpus',
  'Quora',
  'SciDocs',
  'SciFact',
  'TREC-COVID',
  'Touche',
  'FiQA',
  'NQ',
  'FEVER',
  'Climate-FEVER',
] as const;

/** One source under one encoder, as printed. */
export interface PaperSource {
  readonly encoder: string;
  readonly setting: 'non-hybrid' | 'hybrid';
  readonly source: string;
  /** Over the whole file (Table eci-lexdebias-full). */
  readonly eci: number;
  readonly eciPerDimension: number;
  /** Over 25,000 records (Table ablation_baseline_diagnostics). */
  readonly sampled: {
    readonly eci: number;
    readonly gradientEnergy: number;
    readonly mnrlProxy: number;
    readonly ambiguity: number;
  };
  /** nDCG@10 after training, by `BEIR_DATASETS`. */
  readonly ndcg: readonly number[];
  /** Their mean as printed. */
  readonly meanNdcg: number;
}

type Row = readonly [
  encoder: string,
  setting: PaperSource['setting'],
  source: string,
  eci: readonly [number, number],
  sampled: readonly [number, number, number, number],
  ndcg: readonly number[],
  meanNdcg: number,
];

const ROWS: readonly Row[] = [
  [
    'DistilBERT',
    'non-hybrid',
    'BM25',
    [0.1265, 0.000165],
    [0.1282, 27.59, 2.416, 0.881],
    [0.328, 0.25, 0.827, 0.132, 0.414, 0.49, 0.151, 0.104, 0.342, 0.606, 0.141],
    0.344,
  ],
  [
    'DistilBERT',
    'non-hybrid',
    'Dense',
    [0.1755, 0.000228],
    [0.176, 22.96, 2.434, 0.883],
    [0.464, 0.266, 0.84, 0.125, 0.492, 0.452, 0.159, 0.211, 0.315, 0.62, 0.164],
    0.373,
  ],
  [
    'DistilBERT',
    'non-hybrid',
    'LLM',
    [0.2612, 0.00034],
    [0.261, 29.83, 2.184, 0.733],
    [0.456, 0.262, 0.836, 0.135, 0.488, 0.493, 0.19, 0.221, 0.368, 0.668, 0.197],
    0.392,
  ],
  [
    'DistilBERT',
    'hybrid',
    'BM25+Dense',
    [0.151, 0.000197],
    [0.1521, 25.41, 3.077, 0.934],
    [0.369, 0.258, 0.833, 0.122, 0.424, 0.5, 0.141, 0.108, 0.33, 0.601, 0.15],
    0.349,
  ],
  [
    'DistilBERT',
    'hybrid',
    'BM25+LLM',
    [0.1939, 0.000252],
    [0.1947, 28.66, 2.955, 0.911],
    [0.357, 0.258, 0.829, 0.13, 0.435, 0.52, 0.155, 0.124, 0.366, 0.626, 0.145],
    0.359,
  ],
  [
    'DistilBERT',
    'hybrid',
    'Dense+LLM',
    [0.2192, 0.000285],
    [0.2193, 25.55, 2.958, 0.915],
    [0.452, 0.269, 0.839, 0.126, 0.493, 0.479, 0.172, 0.211, 0.343, 0.631, 0.179],
    0.381,
  ],
  [
    'E5-base',
    'non-hybrid',
    'BM25',
    [0.0954, 0.000124],
    [0.0965, 39.86, 1.79, 0.533],
    [0.538, 0.322, 0.75, 0.172, 0.6, 0.728, 0.265, 0.158, 0.456, 0.757, 0.225],
    0.452,
  ],
  [
    'E5-base',
    'non-hybrid',
    'Dense',
    [0.1191, 0.000155],
    [0.1193, 39.61, 2.107, 0.689],
    [0.521, 0.332, 0.848, 0.165, 0.616, 0.716, 0.243, 0.326, 0.456, 0.728, 0.167],
    0.465,
  ],
  [
    'E5-base',
    'non-hybrid',
    'LLM',
    [0.2112, 0.000275],
    [0.2108, 29.56, 1.031, 0.122],
    [0.502, 0.336, 0.846, 0.177, 0.618, 0.754, 0.255, 0.319, 0.483, 0.757, 0.227],
    0.479,
  ],
  [
    'E5-base',
    'hybrid',
    'BM25+Dense',
    [0.1072, 0.00014],
    [0.1079, 42.96, 2.584, 0.715],
    [0.525, 0.328, 0.729, 0.161, 0.59, 0.711, 0.264, 0.183, 0.446, 0.714, 0.176],
    0.439,
  ],
  [
    'E5-base',
    'hybrid',
    'BM25+LLM',
    [0.1533, 0.0002],
    [0.1537, 42.68, 2.06, 0.547],
    [0.518, 0.328, 0.739, 0.168, 0.597, 0.727, 0.28, 0.18, 0.464, 0.736, 0.211],
    0.45,
  ],
  [
    'E5-base',
    'hybrid',
    'Dense+LLM',
    [0.1659, 0.000216],
    [0.1657, 40.86, 2.297, 0.69],
    [0.487, 0.331, 0.822, 0.162, 0.603, 0.72, 0.251, 0.315, 0.457, 0.716, 0.184],
    0.459,
  ],
  [
    'Contriever',
    'non-hybrid',
    'BM25',
    [0.0667, 0.000087],
    [0.0671, 162.68, 2.573, 0.801],
    [0.376, 0.292, 0.84, 0.155, 0.442, 0.467, 0.147, 0.149, 0.39, 0.453, 0.125],
    0.349,
  ],
  [
    'Contriever',
    'non-hybrid',
    'Dense',
    [0.117, 0.000152],
    [0.117, 155.55, 2.719, 0.84],
    [0.524, 0.32, 0.859, 0.14, 0.589, 0.439, 0.117, 0.253, 0.345, 0.631, 0.152],
    0.397,
  ],
  [
    'Contriever',
    'non-hybrid',
    'LLM',
    [0.1813, 0.000236],
    [0.1807, 91.9, 1.033, 0.344],
    [0.506, 0.32, 0.858, 0.159, 0.598, 0.476, 0.189, 0.287, 0.433, 0.721, 0.225],
    0.434,
  ],
  [
    'Contriever',
    'hybrid',
    'BM25+Dense',
    [0.0918, 0.00012],
    [0.0921, 166.39, 3.326, 0.882],
    [0.398, 0.3, 0.849, 0.132, 0.404, 0.456, 0.114, 0.144, 0.369, 0.416, 0.092],
    0.334,
  ],
  [
    'Contriever',
    'hybrid',
    'BM25+LLM',
    [0.124, 0.000161],
    [0.124, 163, 2.71, 0.811],
    [0.398, 0.294, 0.852, 0.151, 0.405, 0.492, 0.158, 0.162, 0.431, 0.492, 0.119],
    0.359,
  ],
  [
    'Contriever',
    'hybrid',
    'Dense+LLM',
    [0.1498, 0.000195],
    [0.1494, 155.74, 2.829, 0.845],
    [0.496, 0.32, 0.86, 0.138, 0.569, 0.456, 0.143, 0.258, 0.371, 0.647, 0.164],
    0.402,
  ],
];

export const PAPER_SOURCES: readonly PaperSource[] = ROWS.map(
  ([encoder, setting, source, [eci, eciPerDimension], sampled, ndcg, meanNdcg]) => ({
    encoder,
    setting,
    source,
    eci,
    eciPerDimension,
    sampled: {
      eci: sampled[0],
      gradientEnergy: sampled[1],
      mnrlProxy: sampled[2],
      ambiguity: sampled[3],
    },
    ndcg,
    meanNdcg,
  }),
);
