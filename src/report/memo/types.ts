/** The memo of an audit: the report of a run, and what was decided, judged and saved of it. */

import type { CleanedMember } from '../../candidates/clean/download';
import type { OpenShare } from '../../judge/hypergeometric';
import type { FindingId, Report } from '../result';

/** What was decided of the pairs of a source, and what it changes. */
export interface Decided {
  readonly kept: number;
  readonly dropped: number;
  readonly false_negatives: number;
  /** Pairs that leave the cleaned file, and records that lose all their negatives. */
  readonly removed: number;
  readonly emptied: number;
  /** The score without them; null where none leaves, or nothing is left. */
  readonly eci_without: number | null;
  /**
   * Share of the pairs that stay which answer their query, with its 95 % interval: worked out from the judged pairs, not
   * judged afresh. Null where it is not known.
   */
  readonly answers_left: OpenShare | null;
  /** Findings of the file that its cleaned file no longer has. */
  readonly out: readonly FindingId[];
}

/** Pairs that leave for one reason. */
export interface Rule {
  /** Who set it, or the limit. */
  readonly rule: string;
  /** Distinct pairs; null where they are not counted. */
  readonly distinct: number | null;
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
  /** What leaves the files, a rule each. */
  readonly rules: readonly Rule[];
  /** The cleaned files that were saved, while the same pairs would leave; null where none were. */
  readonly cleaned: readonly CleanedMember[] | null;
}

/** The memo as data, which is also its JSON. */
export interface Memo extends MemoAdditions {
  readonly kind: 'negscope-audit';
  readonly schema_version: 3;
  readonly negscope: Report['negscope'];
  readonly report: Report;
}

export function memoOf(report: Report, additions: MemoAdditions): Memo {
  return { kind: 'negscope-audit', schema_version: 3, negscope: report.negscope, ...additions, report };
}
