/** Negatives that are a positive of their own query are dropped before a run: cleaned files come in the place of theirs. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload } from '../../candidates/api';
import { saveFile } from '../../ui/save-file';
import { countOf, listInWords } from '../../ui/words';
import { cleanSubjects } from '../removal/clean-subjects';
import { cleanedFiles } from '../removal/cleaned-files';
import type { FileEntry } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

const WHY = { reason: 'a positive of its own query', markedBy: 'cure: known positives', note: '' };

const SILENT = Comlink.proxy(() => undefined);

/** What was dropped, and the files as they were. */
interface Dropped {
  /** `121 negatives dropped from leaky. No record is left empty.` */
  readonly words: string;
  readonly zipName: string;
  readonly zip: Blob;
  readonly files: readonly { readonly entry: FileEntry; readonly by: File }[];
}

export class KnownPositives {
  dropping = $state(false);
  notice = $state.raw<Notice | null>(null);

  /** What was dropped last; null where nothing was, or its files are gone or others by now. */
  readonly dropped = $derived.by(() => {
    const { last } = this;
    const isThere = last?.cleaned.every(
      ({ entry, by }) => entry.file === by && this.sources.files.includes(entry),
    );
    return last && isThere ? last.dropped : null;
  });

  private last = $state.raw<{ readonly dropped: Dropped; readonly cleaned: Dropped['files'] } | null>(null);

  constructor(
    private readonly workers: WorkerAccess<Pick<WorkerPair, 'candidates' | 'engine' | 'guard'>>,
    private readonly sources: SourcesState,
  ) {}

  /** Drops them from all files. @returns whether they are gone */
  async drop(): Promise<boolean> {
    this.notice = null;
    this.dropping = true;
    const sources = this.sources.entries.flatMap((entry) =>
      (entry.loaded.preflight?.positives?.count ?? 0) > 0 ? { id: entry.loaded.id, entry } : [],
    );
    const { subjects } = cleanSubjects(sources, this.sources.entries);
    const cleaned = await ask(
      this.workers,
      async (workers) => {
        const pairs = await Promise.all(sources.map(({ id }) => workers.candidates.knownPositives(id)));
        const written = await cleanedFiles(workers, subjects, pairs, () => WHY, { tau: null }, SILENT);
        if (written === null) return null;
        const { names, zip, zipName } = written;
        const members = await workers.candidates.unpack(new File([zip], zipName));
        const files = names.flatMap((name) => members.find(({ path }) => path === name)?.file ?? []);
        return { ...written, files };
      },
      (notice) => (this.notice = notice),
    );
    if (cleaned) {
      const { zip, zipName, files } = cleaned;
      const replaced = subjects.map(({ file: entry }, i) => ({ entry, by: files[i] ?? entry.file }));
      const originals = subjects.map(({ file: entry }) => ({ entry, by: entry.file }));
      const words = droppedInWords(
        cleaned,
        sources.map(({ entry }) => entry.name),
      );
      await this.sources.replace(replaced);
      this.last = { cleaned: replaced, dropped: { words, zip, zipName, files: originals } };
    }
    this.dropping = false;
    return cleaned !== null;
  }

  /** Reads the files as they were. */
  async bringBack(): Promise<void> {
    const { dropped } = this;
    if (dropped) await this.sources.replace(dropped.files);
  }

  save(): void {
    if (this.dropped) saveFile(this.dropped.zipName, this.dropped.zip);
  }
}

/** `121 negatives dropped from leaky. No record is left empty.` */
function droppedInWords(
  { pairsRemoved, recordsRemoved }: Pick<CleanedDownload, 'pairsRemoved' | 'recordsRemoved'>,
  names: readonly string[],
): string {
  const emptied =
    recordsRemoved === 0
      ? 'No record is left empty.'
      : `${countOf(recordsRemoved, 'record')} had no other and went too.`;
  return `${countOf(pairsRemoved, 'negative')} dropped from ${listInWords(names)}. ${emptied}`;
}
