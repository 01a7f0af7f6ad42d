/** Runs as the pages see them: finished, under way, and their sources. */

import type { LoadedSource } from '../../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../../candidates/reading';
import type { RunResult } from '../../engine/result';
import type { RunRequest } from '../../engine/types';
import type { SourceEntry } from '../files/file-entries.svelte';
import type { AskedRun } from './changes';
import type { RunSoFar } from './running';

/** A source as it was when the run began. The entry still follows its name, setting and reference box. */
export interface RunSource {
  readonly id: number;
  readonly entry: SourceEntry;
  readonly loaded: LoadedSource;
  /** The bytes that were read; the entry may have another file since. */
  readonly file: File;
  /** How its file was read, and what was asked for. */
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

export interface OngoingRun extends RunSoFar {
  readonly request: RunRequest;
  readonly sources: readonly RunSource[];
  /** Probability that the orders called are right. */
  readonly level: number;
}

/** A run's source for an entry; none where its file is not read. */
export function runSource(entry: SourceEntry): RunSource[] {
  const { loaded, file } = entry;
  if (!file.loaded) return [];
  const { interpretation, sameAs } = file.loaded;
  return [{ id: loaded.id, entry, loaded, file: file.file, interpretation, options: file.options, sameAs }];
}
