/** How often the audits call a contaminated source, and how often a clean one. */

import { vectorsOf, type SourceData } from '../../src/engine/source-data';
import { auditFlags, envelope } from '../../src/scoring/audit';
import { ETA_BANDS, extremeRhoInBands } from '../../src/scoring/extreme-rho';
import { isNearPositive } from '../../src/scoring/near-embedding';
import { selectPairs, type PairColumns } from '../../src/scoring/pairs';
import { seededRandom } from '../../src/scoring/random';
import { CALL_LEVEL, chanceOfExcess, judgeShare, shareOfPairs } from '../../src/scoring/share-audit';
import { sourceStatistics } from '../../src/scoring/statistics';
import { unrelated } from '../../src/scoring/unrelated';
import { RUN_SETTINGS } from '../runs/in-node';
import { Contaminator, type Foreign } from './contaminate';
import type { AuditFile } from './real-files';

/** In the order of the table: this audit, the paper's two. */
export const AUDITS = ['pairs', 'extreme ρ', 'file'] as const;
export type Audit = (typeof AUDITS)[number];

/** How many of the runs an audit calls. */
export interface DetectionRow {
  readonly file: string;
  readonly base: string;
  readonly foreign: Foreign;
  readonly share: number;
  /** `others`: the base is left out of the references; `all`: it is among them, clean. */
  readonly against: 'others' | 'all';
  readonly runs: number;
  readonly called: Readonly<Record<Audit, number>>;
  /** Mean of the excess that this audit estimates. */
  readonly excess: number;
}

const { tau } = RUN_SETTINGS;

/** Which pairs the audit by pairs counts against what was put in. */
const KIND = {
  random: 'unrelated',
  copies: 'near',
  'near positives': 'near',
  answers: 'near',
} as const;

/**
 * In each run the foreign passages are drawn, and then as many records as the source has, with replacement.
 * @param share 0: clean sources, which nobody should call
 */
export async function detectionRow(
  file: AuditFile,
  base: number,
  foreign: Foreign,
  share: number,
  against: DetectionRow['against'],
  runs: number,
): Promise<DetectionRow> {
  const contaminator = new Contaminator(file, base, foreign);
  const references = file.references.filter((place) => against === 'all' || place !== base);
  const others = references.map((place) => (file.run.sources[place] as SourceData).columns);
  const called = { pairs: 0, 'extreme ρ': 0, file: 0 };
  let excess = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const random = seededRandom(seed);
    const { source } = await contaminator.make(share, random);
    const columns = resampledRecords(source.columns, random);
    const verdict = judgeByPairs(columns, others, KIND[foreign], file);
    called.pairs += Number(verdict.flagged);
    called['extreme ρ'] += Number(isCalledByBands(columns, others));
    called.file += Number(isCalledByMeans(columns, others));
    excess += (verdict.excess ?? 0) / runs;
  }
  const name = file.names[base] ?? '';
  return { file: file.name, base: name, foreign, share, against, runs, called, excess };
}

function judgeByPairs(
  columns: PairColumns,
  others: readonly PairColumns[],
  kind: 'unrelated' | 'near',
  { corner }: AuditFile,
) {
  const flags = (of: PairColumns) =>
    kind === 'unrelated'
      ? unrelated(of, corner)
      : Uint8Array.from(of.distance, (d) => Number(isNearPositive(d)));
  const share = (of: PairColumns) => shareOfPairs(flags(of), of.offsets);
  return judgeShare(share(columns), others.map(share), kind === 'unrelated' ? corner.random_share : 1);
}

/** The paper's audit by pairs: more extreme-ρ mass than every reference in some band, at the same level in all. */
function isCalledByBands(columns: PairColumns, others: readonly PairColumns[]): boolean {
  const share = (of: PairColumns, band: number) =>
    shareOfPairs(extremeRhoInBands(of, tau)[band] ?? new Uint8Array(), of.offsets);
  return Array.from({ length: ETA_BANDS }, (_, band) => band).some((band) => {
    const own = share(columns, band);
    return others.every((of) => chanceOfExcess(own, share(of, band)) <= CALL_LEVEL / ETA_BANDS);
  });
}

/** The audit of the whole file. */
function isCalledByMeans(columns: PairColumns, others: readonly PairColumns[]): boolean {
  const statistics = (of: PairColumns) => sourceStatistics(of, tau, RUN_SETTINGS.weighting).statistics;
  return auditFlags(statistics(columns), envelope(others.map(statistics))).length > 0;
}

/** As many records, drawn with replacement. */
function resampledRecords(columns: PairColumns, random: () => number): PairColumns {
  const records = columns.offsets.length - 1;
  const drawn = Int32Array.from({ length: records }, () => Math.floor(random() * records));
  const { offsets, pairs } = selectPairs(columns.offsets, drawn);
  const only = (column: Float64Array) => Float64Array.from(pairs, (pair) => column[pair] ?? NaN);
  const { margin, locality, distance, coverage } = columns;
  return {
    offsets,
    margin: only(margin),
    locality: only(locality),
    distance: only(distance),
    coverage: only(coverage),
  };
}

/** Dimension of the embeddings, for whoever tells what was measured. */
export function dimensionOf(file: AuditFile): number {
  return vectorsOf(file.run.sources[0] as SourceData).dimension;
}
