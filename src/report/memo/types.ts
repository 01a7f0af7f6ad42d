/** The memo of an audit: the report of a run, and what was decided and saved of it. */

import type { CleanedMember } from '../../candidates/clean/download';
import type { OpenShare } from '../../judge/hypergeometric';
import type { FindingId } from '../findings';
import type { Report } from '../result';

/** What was decided of the pairs of a source, and what it changes. */
export interface Decided {
  /** Pairs that leave the cleaned file, and records that lose all their negatives. */
  readonly removed: number;
  readonly emptied: number;
  /** The score without them; null where none leaves, or nothing is left. */
  readonly eci_without: number | null;
  /** Answers among the pairs that stay, worked out from the judged pairs; null where it is not known. */
  readonly answers_left: OpenShare | null;
  /** Findings of the file that its cleaned file no longer has. */
  readonly out: readonly FindingId[];
}

/** Pairs that leave for one reason. @param rule who set it, or the limit */
export interface Rule {
  readonly rule: string;
  readonly pairs: number;
}

/** What the Audit page adds to the report of a run. */
export interface MemoAdditions {
  /** The address inside the page at which it was made: tab, filter, limit. */
  readonly place: string;
  /** Whether the page was sealed, and requests to other origins that it sent or refused. */
  readonly sealed: {
    readonly state: 'checking' | 'sealed' | 'open';
    readonly sent: number;
    readonly refused: number;
  };
  /** From this share of answers on a source should not be trained on: the user's choice. */
  readonly answers_at_most: number;
  /** By name of the source. */
  readonly decided: Readonly<Record<string, Decided>>;
  readonly rules: readonly Rule[];
  /** The cleaned files that were saved, while the same pairs would leave; null where none were. */
  readonly cleaned: readonly CleanedMember[] | null;
}

/** The memo as data, which is also its JSON. */
export type Memo = ReturnType<typeof memoOf>;

export function memoOf(report: Report, additions: MemoAdditions) {
  const { negscope } = report;
  return { kind: 'negscope-audit' as const, schema_version: 4, negscope, ...additions, report };
}
