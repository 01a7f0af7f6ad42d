/** The session that is kept over a reload: taken from the states of the page, and restored into them. */

import type { PickedFile } from '../encoder/types';
import { filesOfModel } from '../identity';
import { formatBytes } from '../ui/words';
import type { SessionReport } from '../experiments/result';
import type { BasketChoices } from './audit/marks.svelte';
import type { KeptChoice } from './encoder/encoder-state.svelte';
import { FileEntry, SourceEntry } from './files/file-entries.svelte';
import type { AskedInputs } from './inputs/inputs.svelte';
import type { Comparison, MinedHere } from './comparison.svelte';

/** Raise it with every change of the record: other versions are refused. */
export const RECORD_VERSION = 18;

/** A larger model folder is not kept; the user can choose it again. */
const LARGEST_FOLDER = 1 << 30;

/** What is kept of a file, of a source, and of the sample to judge. */
const OF_FILE = ['key', 'path', 'note', 'options', 'wasCompanion', 'unread', 'removedLabels'] as const;
const OF_SOURCE = [
  'key',
  'colour',
  'name',
  'setting',
  'reference',
  'asMeant',
  'lookedAt',
  'margin',
  'loaded',
] as const;

const OF_SAMPLE = ['seed', 'size', 'answersAtMost'] as const;

type KeptSource = Pick<SourceEntry, (typeof OF_SOURCE)[number]>;

interface KeptFile extends Pick<FileEntry, (typeof OF_FILE)[number]> {
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

interface KeptMined extends Omit<MinedHere, 'content' | 'examples' | 'refused'> {
  readonly bytes: string;
}

export interface SessionRecord {
  readonly version: number;
  readonly files: readonly KeptFile[];
  readonly encoder: KeptEncoder;
  readonly settings: AskedInputs;
  /** Of the last result, whatever was changed since: it says itself what it is of. */
  readonly report: SessionReport | null;
  /** Whether the files had a result, or wait for a run: then they are ranked. */
  readonly ranked: boolean;
  readonly judged: Pick<Comparison['judge'], (typeof OF_SAMPLE)[number]>;
  readonly basket: BasketChoices;
  readonly mined: readonly KeptMined[];
}

/** A record, and the files that it names by their keys. */
export interface SessionSnapshot {
  readonly record: SessionRecord;
  readonly files: ReadonlyMap<string, File>;
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
export function takeSession(session: Comparison): SessionSnapshot {
  const { sources, encoder, settings, run, judge, marks } = session;
  const files = new Map<string, File>();
  const kept = (file: File): string => {
    files.set(keyOf(file), file);
    return keyOf(file);
  };
  const { folder, ...choice } = encoder.kept();
  const record: SessionRecord = {
    version: RECORD_VERSION,
    files: sources.files.map((entry) => recordOfFile(entry, kept(entry.file))),
    encoder: {
      ...choice,
      folder: folder && {
        name: folder.name,
        files: filesToKeep(folder.files).map(({ path, file }) => ({ path, bytes: kept(file) })),
      },
    },
    settings: settings.kept(),
    report: session.lastReport,
    ranked: run.finished !== null || session.awaitsRun,
    judged: picked(judge, OF_SAMPLE),
    basket: marks.choices,
    mined: session.mined.map(({ content, examples: _, refused: __, ...made }) => ({
      ...made,
      bytes: kept(content),
    })),
  };
  return { record, files };
}

/** What the user would miss. The demo alone is no work: one click brings it back. */
export function workOf({ sources, run, marks, mined, mining }: Comparison) {
  const ofUser = sources.files.some(({ note }) => note === null);
  return {
    /** A run or a mining, which cannot be kept before it ends. */
    isUnderWay: (ofUser && run.ongoing !== null) || mining,
    inFiles: (ofUser && run.finished !== null) || mined.length > 0,
    inLabels: marks.kept > 0,
  };
}

/**
 * Restores all of a kept session but its labels, and reads its files again.
 * @param remark called with a sentence for what could not be restored
 * @throws TypeError if the record is damaged
 */
export function putBackSession(
  session: Comparison,
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
    return content ? [{ ...made, content, examples: [], refused: [] }] : [];
  });
  if (entries.length < record.files.length || mined.length < record.mined.length)
    throw new TypeError('A file of the record is missing.');
  session.settings.restore(record.settings);
  session.encoder.restore(encoderOf(record.encoder, files, remark));
  session.mined = mined;
  void session.sources.restore(entries);
  Object.assign(session.judge, record.judged);
  session.marks.choices = record.basket;
  session.lastReport = record.report;
  session.awaitsRun = record.ranked;
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

function picked<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** The files of a model folder that the page reads; none if they are too large. */
function filesToKeep(files: readonly PickedFile[]): readonly PickedFile[] {
  const read = filesOfModel(files);
  const bytes = read.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > LARGEST_FOLDER ? [] : read;
}
