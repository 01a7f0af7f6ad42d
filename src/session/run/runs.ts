/** Runs as the pages see them: one that is done, one under way, and their sources. */

import type { LoadedSource } from '../../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../../candidates/reading';
import type { RunResult } from '../../engine/results';
import type { RunningOrder, RunProgress, RunRequest } from '../../engine/types';
import type { AuditProfile } from '../../scoring/audit';
import type { SourceEntry } from '../files/file-entries.svelte';
import { areReferences } from '../files/references';
import type { AskedRun } from './changes';
import type { IntervalHistory } from './interval-history';
import type { LatestScores } from './latest-scores';
import type { Gating } from '../../scoring/weightings';

/** A source as it was when the run began; the entry still follows its name, setting and reference box. */
export interface RunSource {
  readonly id: number;
  readonly entry: SourceEntry;
  readonly loaded: LoadedSource;
  /** How its file was read, and what was asked for. */
  readonly interpretation: Interpretation;
  readonly options: LoadOptions;
  /** A file loaded before its own, of the same bytes; null where there is none. */
  readonly sameAs: string | null;
}

/** A finished run. `result` is replaced when temperature or weighting change; `ranAs` is what was asked for. */
export interface FinishedRun {
  readonly sources: readonly RunSource[];
  readonly result: RunResult;
  readonly ranAs: Gating;
  /** The settings that cannot be changed without a new run, to compare with. */
  readonly asked: AskedRun;
  /** True while the engine still holds the pairs of this run, so that figures can follow the settings. */
  readonly inEngine: boolean;
  /** When it was done, in milliseconds since 1970. */
  readonly at: number;
}

/** A run under way. */
export interface OngoingRun {
  /** What was asked for. */
  readonly request: RunRequest;
  readonly sources: readonly RunSource[];
  readonly progress: RunProgress | null;
  /** The latest score of each source. */
  readonly running: LatestScores;
  /** The latest that is known of the order; null before any is. */
  readonly order: RunningOrder | null;
  /** Intervals of each source so far. */
  readonly bands: IntervalHistory;
  /** Probability with which the orders that are called are right. */
  readonly level: number;
}

/** Whether each source of a run is a reference now. */
export function referencesAmong(sources: readonly RunSource[], range: AuditProfile | null): boolean[] {
  return areReferences(
    sources.map(({ entry }) => entry.reference),
    range !== null,
  );
}
