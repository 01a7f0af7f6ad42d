/** Runs as the pages see them: finished, under way, their sources, and what figures are of. */

import type { LoadedSource } from '../../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../../candidates/reading';
import type { RunResult } from '../../engine/result';
import type { CertaintyRequest, PartFigures, RunProgress, RunRequest } from '../../engine/types';
import type { Gating } from '../../scoring/weightings';
import type { SourceEntry } from '../files/file-entries.svelte';
import type { AskedRun } from './changes';

/** A source as it was when the run began. The entry still follows its name, setting and reference box. */
export interface RunSource {
  readonly id: number;
  readonly entry: SourceEntry;
  readonly loaded: LoadedSource;
  readonly interpretation: Interpretation;
  readonly options: LoadOptions;
  /** An earlier file with the same bytes; null where there is none. */
  readonly sameAs: string | null;
}

/** A run that ended; never changed in place. The engine has its pairs for as long as it is shown. */
export interface FinishedRun {
  readonly sources: readonly RunSource[];
  readonly result: RunResult;
  /** The settings that cannot be changed without a new run, to compare with. */
  readonly asked: AskedRun;
  /** When it was done, in milliseconds since 1970. */
  readonly at: number;
}

export interface OngoingRun {
  readonly progress: RunProgress | null;
  /** Null before any source has a score. */
  readonly soFar: PartFigures | null;
  readonly request: RunRequest;
  readonly sources: readonly RunSource[];
  readonly level: number;
}

/** A run's source for an entry; none where its file is not read. */
export function runSource(entry: SourceEntry): RunSource[] {
  const { loaded, file } = entry;
  if (!file.loaded) return [];
  const { interpretation, sameAs } = file.loaded;
  return [{ id: loaded.id, entry, loaded, interpretation, options: file.options, sameAs }];
}

/**
 * What figures are of: a run, temperature and weighting, with the settings and references of its sources. Figures with equal keys
 * are equal. Nobody lists elsewhere what figures depend on.
 */
export interface FiguresKey extends CertaintyRequest {
  readonly run: number;
}

export function figuresKey(
  { at, sources }: Pick<FinishedRun, 'at' | 'sources'>,
  { tau, weighting }: Gating,
): FiguresKey {
  return {
    run: at,
    tau,
    weighting,
    settings: sources.map(({ entry }) => entry.setting),
    references: sources.map(({ entry }) => entry.reference),
  };
}
