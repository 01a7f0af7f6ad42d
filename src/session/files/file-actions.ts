/** What the lists of files can do with a file. */

import type { ReadSource } from '../../report/evidence';
import type { OverlapState } from './overlap-state.svelte';
import type { RejectsState } from './rejects-state.svelte';
import type { SettingsState } from '../run/settings-state.svelte';
import type { PickedFolder } from '../encoder/picked-folder';
import type { FileEntry, SourceEntry } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

export interface FileActions {
  /** The loaded sources, as the checks before a run see them. */
  readonly checked: readonly ReadSource[];
  readonly sources: SourcesState;
  readonly rejects: RejectsState;
  readonly overlap: OverlapState;
  readonly settings: Pick<SettingsState, 'firstNegatives' | 'cutTo'>;
  /** Why nothing can be ranked now; empty where it can. */
  readonly obstacles: readonly string[];
  /** True while a run reads the sources: none can be removed, and no file can be read again. */
  readonly locked: boolean;
  /** Reads files as candidates, and opens one that is a report. */
  add(files: readonly File[], folders: readonly PickedFolder[]): Promise<void>;
  /** Gives a file of pairs to Mine, which reads it when it opens. */
  mine(file: FileEntry): Promise<void>;
  /** Forgets a file with all its sources. */
  removeFile(file: FileEntry): Promise<void>;
  removeSource(entry: SourceEntry): Promise<void>;
}
