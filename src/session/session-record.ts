/** The session that is kept over a reload: taken from the states of the page, and restored into them. */

import type { PickedFile } from '../encoder/types';
import { OTHER_WEIGHTS } from '../identity';
import type { MinedFile } from '../miner/miner';
import { formatBytes } from '../ui/words';
import { distinct } from '../app/distinct';
import { picked } from '../app/picked';
import { buildVersion } from '../app/offline/this-build';
import type { MarksState } from './audit/marks.svelte';
import type { EncoderState, KeptChoice } from './encoder/encoder-state.svelte';
import type { UnitKind } from '../scoring/groups';
import { FileEntry, SourceEntry } from './files/file-entries.svelte';
import type { JudgeState, KeptSample } from './judge/judge-state.svelte';
import type { SourcesState } from './files/sources-state.svelte';
import type { KeptRange, RangeState } from './run/range-state.svelte';
import type { RunState } from './run/run-state.svelte';
import type { FinishedRun, RunSource } from './run/runs';
import type { KeptSettings, SettingsState } from './run/settings-state.svelte';

/** Raise it with every change of the record: other versions are refused. */
export const RECORD_VERSION = 11;

/** A larger model folder is not kept; the user can choose it again. */
const LARGEST_FOLDER = 1 << 30;

/** What is kept of a file and of a source; the result names sources by their keys. */
const OF_FILE = [
  'key',
  'path',
  'note',
  'options',
  'hasDefaultLabel',
  'wasCompanion',
  'unread',
  'removedLabels',
] as const;
const OF_SOURCE = ['key', 'colour', 'name', 'setting', 'reference', 'asMeant', 'margin', 'loaded'] as const;

type KeptSource = Pick<SourceEntry, (typeof OF_SOURCE)[number]>;

interface KeptFile extends Pick<FileEntry, (typeof OF_FILE)[number]> {
  /** Key of its bytes among the kept files. */
  readonly bytes: string;
  readonly sources: readonly KeptSource[];
}

interface KeptEncoder extends Omit<KeptChoice, 'folder'> {
  /** A folder from disk; without `files` if it is too large to keep. */
  readonly folder: {
    readonly name: string;
    readonly files: readonly { readonly path: string; readonly bytes: string }[];
  } | null;
}

/** A finished run, its sources by the keys of their entries. */
interface KeptResult extends Omit<FinishedRun, 'sources' | 'inEngine'> {
  readonly sources: readonly (Omit<RunSource, 'entry' | 'file'> & {
    readonly key: number;
    /** Key of the bytes that were scored among the kept files. */
    readonly bytes: string;
  })[];
  /** False if its log-dets belong to another temperature or weighting. */
  readonly current: boolean;
}

/** What was mined on this page: its file is nowhere else. */
export interface MinedHere extends MinedFile {
  readonly content: File;
}

interface KeptMined extends Omit<MinedHere, 'content' | 'examples'> {
  readonly bytes: string;
}

/** Plain data, which IndexedDB stores as it is. */
export interface SessionRecord {
  readonly version: number;
  /** The build that wrote this; no other build shows its result. */
  readonly build: string | null;
  readonly files: readonly KeptFile[];
  readonly encoder: KeptEncoder;
  readonly settings: KeptSettings;
  readonly range: KeptRange;
  readonly normalise: boolean;
  readonly group: UnitKind;
  /** What the demo is, if it was loaded. */
  readonly demo: string | null;
  readonly result: KeptResult | null;
  readonly judged: KeptSample;
  readonly mined: readonly KeptMined[];
}

/** A record, and the files that it names by their keys. */
export interface SessionSnapshot {
  readonly record: SessionRecord;
  readonly files: ReadonlyMap<string, File>;
}

export interface SessionStates {
  readonly sources: SourcesState;
  readonly encoder: EncoderState;
  readonly settings: SettingsState;
  readonly range: RangeState;
  readonly run: RunState;
  readonly marks: MarksState;
  readonly judge: JudgeState;
  demoAbout: string | null;
  /** The newest first. */
  mined: readonly MinedHere[];
  readonly mining: boolean;
}

/** A file keeps its key while it is on the page, so its bytes are written once. */
const keys = new WeakMap<File, string>();

function keyOf(file: File): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  const made = `file ${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  keys.set(file, made);
  return made;
}

/** Everything to keep but labels. An effect that calls it runs after every change. */
export function takeSession(states: SessionStates): SessionSnapshot {
  const { sources, encoder, settings, range, run, judge, demoAbout } = states;
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
    group: sources.group,
    demo: demoAbout,
    result: run.finished && recordOfResult(run.finished, run.scores === 'current', kept),
    judged: judge.kept(),
    mined: states.mined.map(({ content, examples: _, ...made }) => ({ ...made, bytes: kept(content) })),
  };
  return { record, files };
}

/** Bytes of the files that are kept, or would be. */
export function bytesOf({ sources, encoder, run, mined }: SessionStates): number {
  const folder = filesToKeep(encoder.kept().folder?.files ?? []);
  const scored = run.finished?.sources ?? [];
  const given = [...sources.files, ...folder, ...scored].map(({ file }) => file);
  const files = distinct([...given, ...mined.map(({ content }) => content)]);
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** What the user would miss. The demo alone is no work: one click brings it back. */
export function workOf({ sources, run, marks, mined, mining }: SessionStates) {
  const ofUser = sources.files.some(({ note }) => note === null);
  return {
    /** A run or a mining, which cannot be kept before it ends. */
    isUnderWay: (ofUser && run.ongoing !== null) || mining,
    inFiles: (ofUser && (run.finished ?? run.partial) !== null) || mined.length > 0,
    inLabels: marks.kept > 0,
  };
}

/**
 * Restores all of a kept session but its labels, and reads its files again.
 * @param remark called with a sentence for what could not be restored
 * @throws TypeError if the record is damaged
 */
export function putBackSession(
  states: SessionStates,
  { record, files }: SessionSnapshot,
  remark: (sentence: string) => void,
): void {
  for (const [key, file] of files) keys.set(file, key);
  const entries = record.files.flatMap((kept) => {
    const file = files.get(kept.bytes);
    return file ? [entryOf(kept, file)] : [];
  });
  const mined = record.mined.flatMap(({ bytes, ...made }) => {
    const content = files.get(bytes);
    return content ? [{ ...made, content, examples: [] }] : [];
  });
  if (entries.length < record.files.length || mined.length < record.mined.length)
    throw new TypeError('A file of the record is missing.');
  states.settings.restore(record.settings);
  states.range.restore(record.range);
  states.encoder.restore(encoderOf(record.encoder, files, remark));
  states.demoAbout = record.demo;
  states.mined = mined;
  states.sources.normalise = record.normalise;
  states.sources.group = record.group;
  void states.sources.restore(entries);
  states.judge.restore(record.judged);
  if (record.result && record.build !== buildVersion()) {
    remark('The kept result is of another version of this page. Press “Rank sources”.');
  } else if (record.result) putBackResult(states.run, record.result, entries, files);
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

function putBackResult(
  run: RunState,
  kept: KeptResult,
  entries: readonly FileEntry[],
  files: ReadonlyMap<string, File>,
): void {
  const known = entries.flatMap(({ sources }) => sources);
  const { current, ...finished } = kept;
  const sources = finished.sources.flatMap(({ key, bytes, ...source }) => {
    const entry = known.find((each) => each.key === key);
    const file = files.get(bytes);
    return entry && file ? [{ ...source, entry, file }] : [];
  });
  run.restore({ ...finished, sources, inEngine: false }, current);
}

function recordOfFile(entry: FileEntry, bytes: string): KeptFile {
  return {
    ...picked(entry, OF_FILE),
    bytes,
    sources: entry.sources.map((source): KeptSource => picked(source, OF_SOURCE)),
  };
}

function entryOf({ key, path, note, bytes: _bytes, sources, ...read }: KeptFile, file: File): FileEntry {
  const entry = Object.assign(new FileEntry(key, { file, path, note }), read);
  entry.sources = sources.map(({ key: own, colour, loaded, ...said }) =>
    Object.assign(new SourceEntry(own, entry, colour, loaded), said),
  );
  return entry;
}

/** Null if it shows a removed source, whose file cannot be kept. */
function recordOfResult(
  { sources, inEngine: _inEngine, ...finished }: FinishedRun,
  current: boolean,
  keyOf: (file: File) => string,
): KeptResult | null {
  if (sources.some(({ entry }) => entry.removed)) return null;
  return {
    ...finished,
    sources: sources.map(({ entry, file, ...source }) => ({ ...source, key: entry.key, bytes: keyOf(file) })),
    current,
  };
}

/** The files of a model folder that the page reads; none if they are too large. */
function filesToKeep(files: readonly PickedFile[]): readonly PickedFile[] {
  const read = files.filter(({ path }) => !OTHER_WEIGHTS.test(path));
  const bytes = read.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > LARGEST_FOLDER ? [] : read;
}
