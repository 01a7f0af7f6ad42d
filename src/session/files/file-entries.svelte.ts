/** A file that was given to the page, what reading it gave, and its sources with what the user says of each. */

import type { Reject } from '../../candidates/candidate-record';
import type {
  LoadedCompanion,
  LoadedFile,
  LoadedSource,
  LoadOutcome,
  RefusedFile,
  WaitingFile,
} from '../../candidates/outcomes';
import { shownName } from '../../candidates/names';
import type { LoadOptions } from '../../candidates/reading';
import { defaultLoadOptions } from '../../candidates/reading';
import type { ReadingDefaults } from './reading-defaults';

/** The setting in which all sources start. */
const FIRST_SETTING = 'default';

/** A file as the user gives it. */
export interface GivenFile {
  readonly file: File;
  /** Path inside the folder that was given, with the folder's name; the file's name where there was none. */
  readonly path: string;
  /** How the sources were made, where the page knows it. */
  readonly note: string | null;
}

/** The file under a name each sign of which shows: it stands in sentences, tables and on terminals. */
export function withShownName(file: File): File {
  const name = shownName(file.name);
  if (name === file.name) return file;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}

/** A file that came alone, without a folder. */
export function singleFile(file: File, note: string | null = null): GivenFile {
  const named = withShownName(file);
  return { file: named, path: named.name, note };
}

/** One loaded source with what the user says of it. It outlives another reading of its file, and its removal while a result shows it. */
export class SourceEntry {
  loaded: LoadedSource;
  name: string;
  setting = $state(FIRST_SETTING);
  /** True where the user trusts it: ticked as a reference. @see areReferences */
  reference = $state(false);
  /** True once the user has removed it. */
  removed = $state(false);

  constructor(
    readonly key: number,
    readonly file: FileEntry,
    /** 0-based place in the palette. */
    readonly colour: number,
    loaded: LoadedSource,
  ) {
    this.loaded = $state.raw(loaded);
    this.name = $state(loaded.name);
  }
}

/** A file and how it stands. It is read, waits for its turn (neither `outcome` nor `unread`), or was left unread. */
export class FileEntry {
  readonly key: number;
  readonly file: File;
  readonly path: string;
  readonly note: string | null;
  /**
   * `normalise` is the page's own and is filled in when the file is read. A label is the user's choice for this file:
   * where there is none, the one that the page's address asks for is filled in then, unless the file has none such.
   */
  options: LoadOptions;
  /** False once it was seen that the file has no label such as the page's address asks for. */
  hasDefaultLabel = true;
  /** What reading gave; null before it is read and while it is read again. */
  outcome = $state.raw<LoadOutcome | null>(null);
  /** True where it was to be read and was not: reading was stopped, or a worker failed. */
  unread = $state(false);
  /** Its sources; kept while it is read again, so that those with the same labels go on as they are. */
  sources = $state.raw<readonly SourceEntry[]>([]);
  /** How many companion files had been loaded when it was read. */
  companionsSeen = $state(0);
  /** True once it has been loaded as a companion: after a restart it is read before the others. */
  wasCompanion = false;
  /** Labels of sources that the user removed: they stay away when the file is read again as it was. */
  removedLabels: readonly (string | null)[] = [];
  /** The rejects of a file that was removed while a result shows it, for the report. */
  keptRejects: readonly Reject[] = [];

  constructor(key: number, { file, path, note }: GivenFile, defaults: ReadingDefaults = {}) {
    this.key = key;
    this.file = file;
    this.path = path;
    this.note = note;
    this.options = $state.raw({ ...defaultLoadOptions(path), ...defaults, label: null });
  }

  get loaded(): LoadedFile | null {
    return this.outcome?.status === 'loaded' ? this.outcome.loaded : null;
  }

  get companion(): LoadedCompanion | null {
    return this.outcome?.status === 'companion' ? this.outcome.companion : null;
  }

  get waiting(): WaitingFile | null {
    return this.outcome?.status === 'waiting' ? this.outcome.waiting : null;
  }

  get refused(): RefusedFile | null {
    return this.outcome?.status === 'refused' ? this.outcome.refused : null;
  }

  /** True where the user stopped reading it. */
  get cancelled(): boolean {
    return this.refused?.error === 'LoadCancelledError';
  }
}

/** The files that were given, by what became of them. */
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
