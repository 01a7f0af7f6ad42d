/** A small result of a run, made by hand, for the report and its tables. */

import type { FileCounts, LoadedSource } from '../../src/candidates/types';
import type { MatrixFigures, RunResult, SourceFigures, SourceResult } from '../../src/report/types';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';

const MATRIX: MatrixFigures = { eci: 0.1, trace: 0.11, lambda_max: 0.01 };

export function figuresOf(changes: Partial<SourceFigures> = {}): SourceFigures {
  const buckets = {
    inversion: 0.25,
    low_locality: 0,
    high_coverage: 0.5,
    valid_high_coverage: 0,
    valid_low_locality: 0,
  };
  return {
    ...MATRIX,
    records: 2,
    negatives: 4,
    mean_weight: 0.12,
    mean_rho: 0.6,
    mean_eta: 0.5,
    mean_psi: 0.7,
    mean_coverage: 0.3,
    mean_pairwise_loss: 0.8,
    inversion_rate: 0.25,
    mean_gradient_energy: 1 / 3,
    mnrl_proxy: 1.1,
    ambiguity: 0.5,
    buckets,
    counts: { inverted_pairs: 1, ambiguous_records: 1, zero_residuals: 0, buckets },
    dimension: 16,
    eci_per_dim: 0.00625,
    weightings: Object.fromEntries(WEIGHTING_IDS.map((id) => [id, MATRIX])) as Record<
      WeightingId,
      MatrixFigures
    >,
    first_pairs: [],
    ...changes,
  };
}

export function sourceResult(id: number, name: string, changes: Partial<SourceFigures> = {}): SourceResult {
  const bins = new Array<number>(24).fill(0);
  return {
    id,
    name,
    figures: figuresOf(changes),
    histograms: { rho: bins, eta: bins, psi: bins, weight: bins },
  };
}

export function runResult(sources: readonly SourceResult[]): RunResult {
  return {
    settings: {
      tau: 0.05,
      weighting: 'full',
      tokenizer: 'alphanumeric',
      idf_corpus: 'pooled-documents',
      sample: null,
      seed: 42,
      batch_size: 32,
      normalise: false,
    },
    encoder: null,
    device: { kind: 'wasm', threads: 1, adapter: null, reason: 'made by hand' },
    idf_corpus: { mode: 'pooled-documents', texts: 9, distinct_tokens: 20 },
    sources,
    cost: {
      texts: 0,
      cached_texts: 0,
      encodes: 0,
      tokens: 0,
      padded_tokens: 0,
      cache: { kind: 'memory', note: null },
      seconds: { lexical: 0, visit: 0, encoder_busy: 0, total: 0 },
    },
  };
}

export function loadedSource(id: number, file: string, counts: Partial<FileCounts> = {}): LoadedSource {
  return {
    id,
    name: file,
    file,
    bytes: 100,
    format: 'JSONL',
    placeKind: 'line',
    counts: {
      read: 3,
      records: 2,
      merged: 0,
      rejected: 1,
      blankLines: 0,
      pairs: 4,
      blankNegativesRemoved: 0,
      duplicateNegativesRemoved: 0,
      furtherPositivesIgnored: 0,
      normalisedRecords: 0,
      ...counts,
    },
    medianK: 2,
    dimension: 16,
  };
}
