/** The session as a part of what is kept: taken from the states of the page, and put back into them. */

import type { PickedFile } from '../../encoder/types';
import type { EncoderState } from '../encoder/encoder-state.svelte';
import { FileEntry, SourceEntry } from '../files/file-entries.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import type { RunState } from '../run/run-state.svelte';
import type { FinishedRun, RunSource } from '../run/runs';
import type { RangeState } from '../run/range-state.svelte';
import type { SettingsState } from '../run/settings-state.svelte';
import { formatBytes } from '../../ui/words';
import type { KeptFileOf, KeptPart, Snapshot } from './kept-part';
import {
  SESSION,
  thisBuild,
  type KeptEncoder,
  type KeptFileRecord,
  type KeptResult,
  type KeptSession,
} from './session-record';

/** Bytes above which a model folder is not kept: the user can choose it again. */
const LARGEST_FOLDER = 1 << 30;

/** Weights of other runtimes, which this page does not read. */
const OTHER_WEIGHTS = /\.(safetensors|bin|pt|h5|msgpack|ot|gguf)$/;

/** The states that make the session. */
export interface SessionStates {
  readonly sources: SourcesState;
  readonly encoder: EncoderState;
  readonly settings: SettingsState;
  readonly range: RangeState;
  readonly run: RunState;
  demoAbout: string | null;
}

export class SessionPart implements KeptPart<KeptSession> {
  readonly kind = SESSION;

  /**
   * @param told gets a sentence on what could not be put back
   * @param restored gets the files' reading, once it has begun
   */
  constructor(
    private readonly states: SessionStates,
    private readonly told: (sentence: string) => void,
    private readonly restored: (reading: Promise<void>) => void,
  ) {}

  snapshot(): Snapshot<KeptSession> | null {
    const { sources, encoder, settings, range, run, demoAbout } = this.states;
    const { files } = sources;
    if (files.length === 0) return null;
    const records = files.map(recordOfFile);
    const model = encoder.kept();
    const folderFiles = keptOfFolder(model.folder?.files ?? []);
    const others = {
      build: thisBuild(),
      settings: settings.kept(),
      range: range.kept(),
      normalise: sources.normalise,
      demo: demoAbout,
      result: run.finished && recordOfResult(run.finished, run.scores === 'current'),
    };
    return {
      files: [...files.map(({ file }) => file), ...folderFiles.map(({ file }) => file)],
      content: (keptName) => ({
        ...others,
        files: records.map(({ file, ...record }) => ({ ...record, bytes: keptName(file) })),
        encoder: {
          ...model,
          folder: model.folder && {
            name: model.folder.name,
            files:
              folderFiles.length === 0
                ? null
                : folderFiles.map(({ path, file }) => ({ path, bytes: keptName(file) })),
          },
        },
      }),
    };
  }

  /** A run of the demo alone is not the user's work: one click brings it back. */
  work(): 'none' | 'keepable' | 'under way' {
    const { sources, run } = this.states;
    const ofUser = sources.files.some(({ note }) => note === null);
    if (!ofUser) return 'none';
    if (run.ongoing) return 'under way';
    return run.finished || run.partial ? 'keepable' : 'none';
  }

  async restore(kept: KeptSession, fileOf: KeptFileOf): Promise<void> {
    const { states } = this;
    // What the user has chosen in the meantime stands for what was kept.
    if (states.sources.files.length > 0) return;
    const files: FileEntry[] = [];
    for (const record of kept.files) {
      const file = await fileOf(record.bytes, record.name);
      if (file) files.push(entryOf(record, file));
      else this.told(`The bytes of ${record.name} are no longer kept: choose the file again.`);
    }
    states.settings.restore(kept.settings);
    states.range.restore(kept.range);
    states.encoder.restore(await this.encoderOf(kept.encoder, fileOf));
    states.demoAbout = kept.demo;
    states.sources.normalise = kept.normalise;
    const reading = states.sources.restore(files);
    this.restoreResult(kept, files);
    this.restored(reading);
  }

  private async encoderOf({ folder, ...kept }: KeptEncoder, fileOf: KeptFileOf) {
    if (!folder) return { ...kept, folder };
    const files: PickedFile[] = [];
    for (const { path, bytes } of folder.files ?? []) {
      const file = await fileOf(bytes, path.split('/').at(-1) ?? path);
      if (file) files.push({ path, file });
    }
    if (files.length > 0) return { ...kept, folder: { name: folder.name, files } };
    const limit = formatBytes(LARGEST_FOLDER);
    this.told(`The encoder's folder ${folder.name} is not kept (it is above ${limit}): choose it again.`);
    return { ...kept, choice: null, folder: null };
  }

  private restoreResult({ result, build }: KeptSession, files: readonly FileEntry[]): void {
    if (!result) return;
    if (build !== thisBuild()) {
      this.told(
        'The kept result is of another version of this page. Press "Rank sources": its embeddings are kept.',
      );
      return;
    }
    const entries = files.flatMap((file) => file.sources);
    const sources = result.sources.flatMap(({ key, ...source }) => {
      const entry = entries.find((each) => each.key === key);
      return entry ? [{ ...source, entry }] : [];
    });
    if (sources.length < result.sources.length) return;
    this.states.run.restore({ ...result, sources, inEngine: false }, result.current);
  }
}

function recordOfFile(entry: FileEntry): Omit<KeptFileRecord, 'bytes'> & { readonly file: File } {
  const { key, file, path, note, options, hasDefaultLabel, wasCompanion, unread } = entry;
  return {
    file,
    key,
    name: file.name,
    path,
    note,
    options,
    hasDefaultLabel,
    wasCompanion,
    unread,
    removedLabels: [...entry.removedLabels],
    sources: entry.sources.map(({ key, colour, name, setting, reference, loaded }) => ({
      key,
      colour,
      name,
      setting,
      reference,
      loaded,
    })),
  };
}

function entryOf(record: KeptFileRecord, file: File): FileEntry {
  const entry = new FileEntry(record.key, { file, path: record.path, note: record.note });
  entry.options = record.options;
  entry.hasDefaultLabel = record.hasDefaultLabel;
  entry.wasCompanion = record.wasCompanion;
  entry.unread = record.unread;
  entry.removedLabels = record.removedLabels;
  entry.sources = record.sources.map(({ key, colour, name, setting, reference, loaded }) => {
    const source = new SourceEntry(key, entry, colour, loaded);
    source.name = name;
    source.setting = setting;
    source.reference = reference;
    return source;
  });
  return entry;
}

/** Null where it shows a source that was removed since: its file is no longer there to be kept. */
function recordOfResult(finished: FinishedRun, current: boolean): KeptResult | null {
  const { sources, result, ranAs, asked, at } = finished;
  if (sources.some(({ entry }) => entry.removed)) return null;
  return { sources: sources.map(recordOfSource), result, ranAs, asked, current, at };
}

function recordOfSource({ entry, ...source }: RunSource): KeptResult['sources'][number] {
  return { ...source, key: entry.key };
}

/** The files of a model folder that the page may read; none where they are too large. */
function keptOfFolder(files: readonly PickedFile[]): readonly PickedFile[] {
  const read = files.filter(({ path }) => !OTHER_WEIGHTS.test(path));
  const bytes = read.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > LARGEST_FOLDER ? [] : read;
}
