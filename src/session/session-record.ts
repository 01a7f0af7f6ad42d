/** The session as this browser keeps it over a reload: taken from the states of the page, and put back into them. */

import type { KeptMarks } from '../candidates/marks/marks';
import type { PickedFile } from '../encoder/types';
import { formatBytes } from '../ui/words';
import { buildVersion } from '../app/offline/this-build';
import type { MarksState } from './audit/marks.svelte';
import type { EncoderState, KeptChoice } from './encoder/encoder-state.svelte';
import { FileEntry, SourceEntry } from './files/file-entries.svelte';
import type { SourcesState } from './files/sources-state.svelte';
import type { KeptRange, RangeState } from './run/range-state.svelte';
import type { RunState } from './run/run-state.svelte';
import type { FinishedRun, RunSource } from './run/runs';
import type { KeptSettings, SettingsState } from './run/settings-state.svelte';

/** Raised with every change of what is kept: a record of another version is refused. */
export const RECORD_VERSION = 3;

/** Bytes above which a model folder is not kept: the user can choose it again. */
const LARGEST_FOLDER = 1 << 30;

/** Weights of other runtimes, which this page does not read. */
const OTHER_WEIGHTS = /\.(safetensors|bin|pt|h5|msgpack|ot|gguf)$/;

/** The result names a source by its key. */
type KeptSource = Pick<SourceEntry, 'key' | 'colour' | 'name' | 'setting' | 'reference' | 'loaded'>;

interface KeptFile extends Pick<
  FileEntry,
  'key' | 'path' | 'note' | 'options' | 'hasDefaultLabel' | 'wasCompanion' | 'unread' | 'removedLabels'
> {
  /** Key of its bytes among the kept files. */
  readonly bytes: string;
  readonly sources: readonly KeptSource[];
}

interface KeptEncoder extends Omit<KeptChoice, 'folder'> {
  /** A folder from disk; `files` is empty where it is too large to be kept. */
  readonly folder: {
    readonly name: string;
    readonly files: readonly { readonly path: string; readonly bytes: string }[];
  } | null;
}

/** A finished run, its sources by the keys of their entries. */
interface KeptResult extends Omit<FinishedRun, 'sources' | 'inEngine'> {
  readonly sources: readonly (Omit<RunSource, 'entry'> & { readonly key: number })[];
  /** False where its log-dets belong to another temperature or weighting. */
  readonly current: boolean;
}

/** Only plain data, which IndexedDB stores as it is. */
export interface SessionRecord {
  readonly version: number;
  /** The build that wrote this. No other build shows its result. */
  readonly build: string | null;
  readonly files: readonly KeptFile[];
  readonly encoder: KeptEncoder;
  readonly settings: KeptSettings;
  readonly range: KeptRange;
  readonly normalise: boolean;
  /** What the demo is, where it was asked for. */
  readonly demo: string | null;
  readonly result: KeptResult | null;
}

/** A record, the marks, and the files that the record names by their keys. */
export interface SessionSnapshot {
  readonly record: SessionRecord;
  readonly marks: KeptMarks;
  readonly files: ReadonlyMap<string, File>;
}

/** The states that make the session. */
export interface SessionStates {
  readonly sources: SourcesState;
  readonly encoder: EncoderState;
  readonly settings: SettingsState;
  readonly range: RangeState;
  readonly run: RunState;
  readonly marks: MarksState;
  demoAbout: string | null;
}

/** A file has one key for as long as it is on the page, so its bytes are written once. */
const keys = new WeakMap<File, string>();

function keyOf(file: File): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  const made = `file ${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  keys.set(file, made);
  return made;
}

/** All there is to keep now. Read in an effect, it follows every change. */
export function takeSession(states: SessionStates): SessionSnapshot {
  const { sources, encoder, settings, range, run, marks, demoAbout } = states;
  const files = new Map<string, File>();
  const kept = (file: File): string => {
    files.set(keyOf(file), file);
    return keyOf(file);
  };
  const { folder, ...choice } = encoder.kept();
  const record: SessionRecord = {
    version: RECORD_VERSION,
    build: buildVersion(),
    files: sources.files.map((entry) => recordOfFile(entry, kept(entry.file))),
    encoder: {
      ...choice,
      folder: folder && {
        name: folder.name,
        files: filesToKeep(folder.files).map(({ path, file }) => ({ path, bytes: kept(file) })),
      },
    },
    settings: settings.kept(),
    range: range.kept(),
    normalise: sources.normalise,
    demo: demoAbout,
    result: run.finished && recordOfResult(run.finished, run.scores === 'current'),
  };
  return { record, marks: marks.all(), files };
}

/** Bytes of the files that are kept, or would be. */
export function bytesOf({ sources, encoder }: SessionStates): number {
  const folder = filesToKeep(encoder.kept().folder?.files ?? []);
  return [...sources.files, ...folder].reduce((sum, { file }) => sum + file.size, 0);
}

/**
 * The work that leaving the page would lose: `keepable` only where it is not kept, `under way` in any case. A run of the
 * demo alone is no work of the user's: one click brings it back.
 */
export function workOf({ sources, run, marks }: SessionStates): 'none' | 'keepable' | 'under way' {
  const ofUser = sources.files.some(({ note }) => note === null);
  if (ofUser && run.ongoing) return 'under way';
  return (ofUser && (run.finished || run.partial)) || marks.kept > 0 ? 'keepable' : 'none';
}

/**
 * Puts a kept session back; its files are read again. What the user has given in the meantime stays instead.
 * @param remark gets a sentence on what could not be put back
 * @throws TypeError where the record is damaged
 */
export function putBackSession(
  states: SessionStates,
  { record, marks, files }: SessionSnapshot,
  remark: (sentence: string) => void,
): void {
  if (states.sources.files.length > 0) return;
  for (const [key, file] of files) keys.set(file, key);
  const entries = record.files.flatMap((kept) => {
    const file = files.get(kept.bytes);
    return file ? [entryOf(kept, file)] : [];
  });
  if (entries.length < record.files.length) throw new TypeError('A file of the record is missing.');
  states.settings.restore(record.settings);
  states.range.restore(record.range);
  states.encoder.restore(encoderOf(record.encoder, files, remark));
  states.demoAbout = record.demo;
  states.sources.normalise = record.normalise;
  void states.sources.restore(entries);
  void states.marks.takeBack(marks);
  if (record.result && record.build !== buildVersion()) {
    remark('The kept result is of another version of this page. Press “Rank sources”.');
  } else if (record.result) putBackResult(states.run, record.result, entries);
}

function encoderOf(
  { folder, ...choice }: KeptEncoder,
  files: ReadonlyMap<string, File>,
  remark: (sentence: string) => void,
): KeptChoice {
  if (!folder) return { ...choice, folder };
  const picked = folder.files.flatMap(({ path, bytes }) => {
    const file = files.get(bytes);
    return file ? [{ path, file }] : [];
  });
  if (picked.length > 0) return { ...choice, folder: { name: folder.name, files: picked } };
  const limit = formatBytes(LARGEST_FOLDER);
  remark(`The encoder's folder ${folder.name} is not kept (it is above ${limit}): choose it again.`);
  return { ...choice, choice: null, folder: null };
}

function putBackResult(run: RunState, kept: KeptResult, files: readonly FileEntry[]): void {
  const entries = files.flatMap((file) => file.sources);
  const { current, ...finished } = kept;
  const sources = finished.sources.flatMap(({ key, ...source }) => {
    const entry = entries.find((each) => each.key === key);
    return entry ? [{ ...source, entry }] : [];
  });
  run.restore({ ...finished, sources, inEngine: false }, current);
}

function recordOfFile(entry: FileEntry, bytes: string): KeptFile {
  const { key, path, note, options, hasDefaultLabel, wasCompanion, unread } = entry;
  const sources = entry.sources.map(({ key, colour, name, setting, reference, loaded }): KeptSource => {
    return { key, colour, name, setting, reference, loaded };
  });
  const removedLabels = [...entry.removedLabels];
  return { key, bytes, path, note, options, hasDefaultLabel, wasCompanion, unread, removedLabels, sources };
}

function entryOf(kept: KeptFile, file: File): FileEntry {
  const { key, path, note, options, hasDefaultLabel, wasCompanion, unread, removedLabels } = kept;
  const entry = new FileEntry(key, { file, path, note });
  Object.assign(entry, { options, hasDefaultLabel, wasCompanion, unread, removedLabels });
  entry.sources = kept.sources.map(({ key, colour, loaded, name, setting, reference }) =>
    Object.assign(new SourceEntry(key, entry, colour, loaded), { name, setting, reference }),
  );
  return entry;
}

/** Null where it shows a source that was removed since: its file is no longer there to be kept. */
function recordOfResult(
  { sources, inEngine: _inEngine, ...finished }: FinishedRun,
  current: boolean,
): KeptResult | null {
  if (sources.some(({ entry }) => entry.removed)) return null;
  return {
    ...finished,
    sources: sources.map(({ entry, ...source }) => ({ ...source, key: entry.key })),
    current,
  };
}

/** The files of a model folder that the page may read; none where they are too large. */
function filesToKeep(files: readonly PickedFile[]): readonly PickedFile[] {
  const read = files.filter(({ path }) => !OTHER_WEIGHTS.test(path));
  const bytes = read.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > LARGEST_FOLDER ? [] : read;
}
