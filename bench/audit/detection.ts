/** How often the audits call a contaminated source, and how often a clean one. */

import { auditFlags, envelope, type AuditStatistics } from '../../src/scoring/audit';
import { ETA_BANDS, extremeRhoInBands } from './extreme-rho';
import { isNearPositive } from '../../src/scoring/near-embedding';
import { selectPairs, type PairColumns } from '../../src/scoring/pairs';
import { seededRandom } from '../../src/scoring/random';
import {
  ALL_FOREIGN,
  CALL_LEVEL,
  chanceOfExcess,
  judgeShare,
  shareOfPairs,
  type PairShare,
} from '../../src/scoring/share-audit';
import { gatedSource } from '../../src/scoring/statistics';
import { foreignShareOf, unrelated, type Corner } from '../../src/scoring/unrelated';
import { RUN_SETTINGS } from '../../tests/support/results';
import { Contaminator, type Foreign } from './contaminate';
import type { AuditFile } from './real-files';

/** In the order of the tables: by pairs as this project does it (either kind), as the paper proposes it, and of a file. */
export const AUDITS = ['pairs', 'bands', 'file'] as const;
export type Audit = (typeof AUDITS)[number];

/** Shares of the pairs that are put in. A record has one positive to copy, a tenth of its pairs at the most. */
export const SHARES: Readonly<Record<Foreign, readonly number[]>> = {
  random: [0, 0.02, 0.05, 0.1, 0.25],
  copies: [0, 0.02, 0.05],
  'near positives': [0.05, 0.25],
  answers: [0.05, 0.25],
};

/** `others`: the source is left out of the references; `all`: it is among them, clean. */
export type Against = 'others' | 'all';

/** How many of the runs each audit calls. */
export interface Detection {
  readonly called: Readonly<Record<Audit, number>>;
  /** Mean of the excess that the audit by pairs estimates: of pairs in the corner for random ones, near ones for others. */
  readonly excess: number;
}

/** What the audits ask of a source. */
interface Profile {
  readonly unrelated: PairShare;
  readonly near: PairShare;
  readonly bands: readonly PairShare[];
  readonly statistics: AuditStatistics;
}

const { tau, weighting } = RUN_SETTINGS;

/**
 * Contaminates a source and holds it against the references. In each run the foreign passages are drawn, and then as
 * many records as the source has, with replacement.
 * @param share 0: clean sources, which nobody should call
 */
export async function detection(
  file: AuditFile,
  base: number,
  foreign: Foreign,
  share: number,
  against: Against,
  runs: number,
): Promise<Detection> {
  const { corner } = file;
  const contaminator = new Contaminator(file, base, foreign);
  const references = file.references
    .filter((place) => against === 'all' || place !== base)
    .flatMap((place) => file.run.sources[place] ?? [])
    .map(({ columns }) => profile(columns, corner));
  const called = { pairs: 0, bands: 0, file: 0 };
  let excess = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const random = seededRandom(seed);
    const { source } = await contaminator.make(share, random);
    const own = profile(resampledRecords(source.columns, random), corner);
    const inCorner = judgeShare(
      own.unrelated,
      references.map((other) => other.unrelated),
      foreignShareOf(corner),
    );
    const near = judgeShare(
      own.near,
      references.map((other) => other.near),
      ALL_FOREIGN,
    );
    called.pairs += Number(inCorner.flagged || near.flagged);
    called.bands += Number(isCalledByBands(own, references));
    called.file += Number(isCalledByMeans(own, references));
    excess += ((foreign === 'random' ? inCorner : near).excess ?? 0) / runs;
  }
  return { called, excess };
}

function profile(columns: PairColumns, corner: Corner): Profile {
  const { offsets, distance } = columns;
  // Each record of these files has a query of its own.
  const shareOf = (found: Uint8Array) => shareOfPairs(found, offsets, [...offsets.keys()].slice(1));
  return {
    unrelated: shareOf(unrelated(columns, corner)),
    near: shareOf(Uint8Array.from(distance, (d) => Number(isNearPositive(d)))),
    bands: extremeRhoInBands(columns, tau).map(shareOf),
    statistics: gatedSource(columns, { tau, weighting }).statistics,
  };
}

/** The paper's proposal: more extreme-ρ mass than every reference in some band, at one level over all bands. */
function isCalledByBands(own: Profile, references: readonly Profile[]): boolean {
  return own.bands.some((band, b) =>
    references.every(({ bands }) => {
      const other = bands[b];
      return other !== undefined && chanceOfExcess(band, other) <= CALL_LEVEL / ETA_BANDS;
    }),
  );
}

function isCalledByMeans(own: Profile, references: readonly Profile[]): boolean {
  return auditFlags(own.statistics, envelope(references.map(({ statistics }) => statistics))).length > 0;
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
