/** A file on the page, the outcome of reading it, and its sources with what the user says about each. */

import type {
  FoundEvaluation,
  LoadedCompanion,
  LoadedFile,
  LoadedSource,
  LoadOutcome,
  RefusedFile,
  WaitingFile,
} from '../../candidates/outcomes';
import { fileIdentity, type ModelIdentity, type FileAsRead, type ReadingIdentity } from '../../identity';
import { shownName } from '../../candidates/names';
import { type LoadOptions, type ReadingWarning, defaultLoadOptions } from '../../candidates/reading';
import type { Inputs } from '../inputs/inputs.svelte';
import { labelOfKey } from './read-draft.svelte';
import type { Values } from '../inputs/table';

const FIRST_SETTING = 'default';

export interface GivenFile {
  readonly file: File;
  /** Path inside the folder that was given, with the folder's name; the file's name where there was none. */
  readonly path: string;
  readonly note: string | null;
}

/** The file under a name whose characters all show: it appears in sentences, tables and terminals. */
export function withShownName(file: File): File {
  const name = shownName(file.name);
  if (name === file.name) return file;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}

export function singleFile(file: File, note: string | null = null): GivenFile {
  const named = withShownName(file);
  return { file: named, path: named.name, note };
}

/** One loaded source with what the user says about it. It outlives re-reading its file. */
export class SourceEntry {
  loaded: LoadedSource;
  name: string;
  setting = $state(FIRST_SETTING);
  reference = $state(false);
  /** True where the user has looked at the signs of a wrong reading and says that it is as meant. */
  asMeant = $state(false);
  /** True where the user has looked at its pairs and ranks it, whatever is said or unknown of random passages. */
  lookedAt = $state(false);
  /** The encoder under which it was mined with a margin, by its card or as the user says; null where neither does. */
  margin = $state.raw<ModelIdentity | null>(null);
  /** What of the evaluation stands in it; null where there is no file of evaluation. */
  evaluation = $state.raw<FoundEvaluation | null>(null);

  constructor(
    readonly key: number,
    readonly file: FileEntry,
    readonly colour: number,
    loaded: LoadedSource,
  ) {
    this.loaded = $state.raw(loaded);
    this.name = $state(loaded.name);
  }

  /** Signs of a wrong reading that take its rank. */
  get warnings(): readonly ReadingWarning[] {
    return this.asMeant ? [] : this.loaded.warnings;
  }
}

/** A file that was read, waits for its turn (neither `outcome` nor `unread`), or was left unread. */
export class FileEntry {
  readonly file: File;
  readonly path: string;
  readonly note: string | null;
  /** `normalise` and `group` belong to the page and are filled in when the file is read. */
  options: LoadOptions;
  outcome = $state.raw<LoadOutcome | null>(null);
  unread = $state(false);
  /** Its sources. They are kept while it is read again and matched by their labels. */
  sources = $state.raw<readonly SourceEntry[]>([]);
  /** What its outcome came from, the page's options among its own; null where it has to be read. */
  readWith = $state.raw<ReadingIdentity<LoadOptions> | null>(null);
  /** True once it has been loaded as a companion: after a restart it is read before the others. */
  wasCompanion = false;
  /** Labels of removed sources, left out when the file is read again in the same way. */
  removedLabels: readonly (string | null)[] = [];

  /** @param inputs the page's; null for one that is put back with options of its own */
  constructor(
    readonly key: number,
    { file, path, note }: GivenFile,
    inputs: Inputs | null = null,
  ) {
    const format = inputs?.evaluation.includes(file.name) ? ('evaluation' as const) : null;
    const own = inputs && askedOptions(inputs.values);
    this.file = file;
    this.path = path;
    this.note = note;
    this.options = $state.raw({ ...defaultLoadOptions(path), ...own, format, group: null });
  }

  forget(): void {
    this.outcome = null;
    this.readWith = null;
  }

  get loaded(): LoadedFile | null {
    return this.outcome?.status === 'loaded' ? this.outcome.loaded : null;
  }

  /** What it was read from, but for companions and the page's options. How deep a run is read follows other files, where nobody chose it. */
  get read(): FileAsRead<LoadOptions> {
    const topK = this.loaded?.interpretation.topK ?? null;
    return { file: fileIdentity(this.file, this.path), options: { ...this.options, topK } };
  }

  get reading(): ReadingIdentity<LoadOptions> {
    return { ...this.read, companions: this.readWith?.companions ?? [] };
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

  get cancelled(): boolean {
    return this.refused?.error === 'LoadCancelledError';
  }
}

/** The page's inputs as options of reading a file. */
export function askedOptions(
  values: Values,
): Pick<LoadOptions, 'topK' | 'mapping' | 'label' | 'byOrder' | 'header' | 'relevant'> {
  const { 'top-k': topK, 'by-order': byOrder, map, label, header, relevant } = values;
  return {
    topK,
    // What the state holds is a proxy, which no worker takes.
    mapping: map && { ...map, negatives: [...map.negatives] },
    label: labelOfKey(label ?? ''),
    byOrder,
    header: header === 'auto' ? null : header,
    relevant: relevant ?? 1,
  };
}
