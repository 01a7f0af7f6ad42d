/** The basket by source: figures and flags before and after. */

import type { AskedPairs, CleanedFigures } from '../../../engine/types';
import { NEAR_FINDINGS, NO_BUCKET } from '../../../engine/types';
import type { SourceFigures } from '../../../engine/results';
import type { Mark } from '../../../candidates/marks/marks';
import type { RemovedPairs } from '../../../candidates/api';
import type { PairsOfSource } from '../../../session/audit/row-names';
import type { RankedSource } from '../../../report/ranking';
import { auditFlags, envelope, type AuditProfile, type Flag } from '../../../scoring/audit';
import { BUCKETS } from '../../../scoring/buckets';
import { NEAR_COSINE } from '../../../scoring/near-embedding';

/** Figures of a source with and without what is in the basket. */
export interface Standing {
  readonly eci: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly figures: SourceFigures;
  readonly flags: readonly Flag[];
}

export interface BasketRow {
  readonly id: number;
  readonly name: string;
  readonly colour: number;
  readonly reference: boolean;
  /** Pairs that are removed, scored or not. */
  readonly removed: number;
  /** Records that lose all their negatives. */
  readonly emptied: number;
  readonly before: Standing;
  /** Null while it is being summed, and if nothing is left of the source. */
  readonly after: Standing | null;
}

/** Intervals of scores, as the certainty of a run has them. */
type Intervals = readonly { readonly source: number; readonly low: number; readonly high: number }[];

/** A source of the run, and how much of it is removed. */
export type BasketSource = Pick<RankedSource, 'id' | 'name' | 'colour' | 'reference'> & {
  readonly figures: SourceFigures;
  readonly removed: number;
  readonly emptied: number;
};

/**
 * One row for each source that loses pairs.
 * @param sources all of the run; the references among them make both envelopes
 * @param intervals of the scores before
 * @param after null while it is not known
 */
export function basketRows(
  sources: readonly BasketSource[],
  intervals: Intervals,
  after: CleanedFigures | null,
): { readonly rows: readonly BasketRow[]; readonly envelope: AuditProfile | null } {
  const before = sources.map(({ id, figures, reference }) => ({ id, figures, reference }));
  const later = after?.sources.flatMap(({ id, figures }) => {
    const source = sources.find((each) => each.id === id);
    return source ? [{ id, figures, reference: source.reference }] : [];
  });
  const [profile, laterProfile] = [profileOf(before), later ? profileOf(later) : null];
  const rows = sources
    .filter(({ removed }) => removed > 0)
    .map(({ id, name, colour, reference, removed, emptied, figures }) => {
      const own = later?.find((each) => each.id === id);
      const scores = after?.certainty?.scores ?? [];
      return {
        id,
        name,
        colour,
        reference,
        removed,
        emptied,
        before: standing(id, figures, intervals, profile),
        after: own ? standing(id, own.figures, scores, laterProfile) : null,
      };
    });
  return { rows, envelope: laterProfile ?? profile };
}

function profileOf(sources: readonly { figures: SourceFigures; reference: boolean }[]): AuditProfile | null {
  return envelope(sources.filter(({ reference }) => reference).map(({ figures }) => figures));
}

function standing(
  id: number,
  figures: SourceFigures,
  intervals: Intervals,
  profile: AuditProfile | null,
): Standing {
  const interval = intervals.find(({ source }) => source === id);
  return {
    eci: figures.eci,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    figures,
    flags: auditFlags(figures, profile),
  };
}

/** The marks whose pairs leave the cleaned file. */
export type Leaving = Extract<Mark, 'drop' | 'false-negative'>;

/** What was said of a pair that leaves. */
export interface LeavingPair {
  readonly mark: Leaving;
  readonly by: string;
  readonly note: string;
}

const LEAVING_WORDS: Readonly<Record<Leaving, string>> = {
  drop: 'dropped',
  'false-negative': 'false negative',
};

const NEAR_WORDS: Readonly<Record<(typeof NEAR_FINDINGS)[number], string>> = {
  same_text: 'same text as the positive',
  near_text: 'nearly the words of the positive',
  near_positive: `near the positive: cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
};

/** What a pair was found for, in words: a near finding, else a failure bucket. In the order of {@link reasonOf}. */
const FOUND_FOR = [
  ...NEAR_FINDINGS.map((id) => NEAR_WORDS[id]),
  ...BUCKETS.map(({ words, rule }) => `${words}: ${rule}`),
];

/** Why pairs were removed: mark, and what they were found for, if anything. In the order of {@link reasonOf}. */
export const REMOVAL_REASONS: readonly string[] = Object.values(LEAVING_WORDS).flatMap((mark) => [
  mark,
  ...FOUND_FOR.map((words) => `${mark}; ${words}`),
]);

function reasonOf(mark: Leaving, finding: number, bucket: number): number {
  const first = Object.keys(LEAVING_WORDS).indexOf(mark) * (FOUND_FOR.length + 1);
  if (finding !== NO_BUCKET) return first + 1 + finding;
  return bucket === NO_BUCKET ? first : first + 1 + NEAR_FINDINGS.length + bucket;
}

/**
 * The pairs of one source that a cleaned file leaves out, with their reasons.
 * @param pairs ascending by record and position
 * @param saidOf mark of each, who set it, and the note
 */
export function removedPairs(
  pairs: PairsOfSource,
  saidOf: (index: number) => LeavingPair,
  { rho, eta, psi, buckets, findings }: AskedPairs,
): RemovedPairs {
  const said = Array.from(buckets, (_, i) => saidOf(i));
  const reasons = Uint8Array.from(said, ({ mark }, i) =>
    reasonOf(mark, findings[i] ?? NO_BUCKET, buckets[i] ?? NO_BUCKET),
  );
  const [markedBy, notes] = [said.map(({ by }) => by), said.map(({ note }) => note)];
  return { ...pairs, reasons, rho, eta, psi, markedBy, notes };
}

/**
 * The pairs that a cleaned file leaves out; null if one source could not be asked.
 * @param ask gives the gates of pairs, null if it fails
 */
export async function removedFrom(
  sources: readonly PairsOfSource[],
  ask: (pairs: PairsOfSource) => Promise<AskedPairs | null>,
  saidOf: (pairs: PairsOfSource, index: number) => LeavingPair,
): Promise<RemovedPairs[] | null> {
  const removed: RemovedPairs[] = [];
  for (const pairs of sources) {
    if (pairs.records.length === 0) continue;
    const asked = await ask(pairs);
    if (!asked) return null;
    removed.push(removedPairs(pairs, (i) => saidOf(pairs, i), asked));
  }
  return removed;
}
