/** The files that were given, by what became of them. */

import type { FileEntry, SourceEntry } from './file-entries.svelte';

export class FileLists {
  /** All files in the order in which they were given, whatever became of them. */
  files = $state.raw<readonly FileEntry[]>([]);

  /** The sources that can be ranked. */
  get entries(): readonly SourceEntry[] {
    return this.loaded.flatMap((file) => file.sources);
  }

  get loaded(): readonly FileEntry[] {
    return this.files.filter((file) => file.loaded);
  }

  get companions(): readonly FileEntry[] {
    return this.files.filter((file) => file.companion);
  }

  get waiting(): readonly FileEntry[] {
    return this.files.filter((file) => file.waiting);
  }

  get refused(): readonly FileEntry[] {
    return this.files.filter((file) => file.refused);
  }

  get unread(): readonly FileEntry[] {
    return this.files.filter((file) => file.unread);
  }
}
