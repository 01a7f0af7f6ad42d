/** What a check finds is left out before a run: cleaned files come in the place of theirs. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload } from '../../candidates/clean/download';
import type { RemovalReason } from '../../candidates/clean/removals';
import type { CuredCheck } from '../../candidates/outcomes';
import type { Retention } from '../../scoring/retention';
import { saveFile } from '../../ui/save-file';
import { countOf, listInWords } from '../../ui/words';
import { cleanSubjects } from '../removal/clean-subjects';
import { besideInWords } from '../removal/beside-words';
import { cleanedFiles } from '../removal/cleaned-files';
import type { FileEntry, SourceEntry } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

const WHY: Readonly<Record<CuredCheck, RemovalReason>> = {
  positives: { reason: 'a positive of its own query', markedBy: 'cure: known positives', note: '' },
  boilerplate: { reason: 'a negative of far too many queries', markedBy: 'cure: boilerplate', note: '' },
  evaluation: { reason: 'evaluation data', markedBy: 'cure: evaluation', note: '' },
};

const SILENT = Comlink.proxy(() => undefined);

/** What was dropped. */
interface Dropped {
  readonly words: string;
  readonly zipName: string;
  readonly zip: Blob;
  readonly retention: readonly Retention[];
  readonly files: readonly { readonly entry: FileEntry; readonly before: File; readonly after: File }[];
}

export class Cures {
  dropping = $state(false);
  notice = $state.raw<Notice | null>(null);

  /** What was dropped last; null where nothing was, or its files are gone or others by now. */
  readonly dropped = $derived.by(() => {
    const { drops, sources } = this;
    const last = drops.at(-1);
    const isThere = last?.files.every(
      ({ entry, after }) => entry.file === after && sources.files.includes(entry),
    );
    return last && isThere ? last : null;
  });

  /** All that was dropped of files that are there, the last one at the end. */
  private drops = $state.raw<readonly Dropped[]>([]);

  constructor(
    private readonly workers: WorkerAccess<Pick<WorkerPair, 'candidates' | 'engine' | 'guard'>>,
    private readonly sources: SourcesState,
  ) {}

  /** Leaves what a check finds out of all files. @returns whether it is gone */
  async drop(check: CuredCheck): Promise<boolean> {
    this.notice = null;
    this.dropping = true;
    const dropped = await ask(
      this.workers,
      (pair) => this.cleaned(pair, check),
      (notice) => (this.notice = notice),
    );
    if (dropped) {
      await this.sources.replace(dropped.files.map(({ entry, after }) => ({ entry, by: after })));
      this.drops = [...this.drops, dropped];
    }
    this.dropping = false;
    return dropped !== null;
  }

  /** Reads the files as they were. */
  async bringBack(): Promise<void> {
    const { dropped } = this;
    if (!dropped) return;
    await this.sources.replace(dropped.files.map(({ entry, before }) => ({ entry, by: before })));
    this.drops = this.drops.filter((drop) => drop !== dropped);
  }

  /** What was kept of the sources, a row for each cure of each. */
  get retention(): readonly Retention[] {
    const isThere = ({ entry }: Dropped['files'][number]) => this.sources.files.includes(entry);
    return this.drops.filter(({ files }) => files.some(isThere)).flatMap(({ retention }) => retention);
  }

  save(): void {
    if (this.dropped) saveFile(this.dropped.zipName, this.dropped.zip);
  }

  /** The files without them, and the zip that holds these. */
  private async cleaned(
    pair: Pick<WorkerPair, 'candidates' | 'engine'>,
    check: CuredCheck,
  ): Promise<Dropped | null> {
    const found = await Promise.all(
      this.sources.entries.map(async (entry) => ({
        entry,
        pairs: await pair.candidates.pairsFound(entry.loaded.id, check),
      })),
    );
    const all = found.filter(({ pairs }) => pairs.records.length > 0);
    const [holding, pairs] = [all.map(({ entry }) => entry), all.map((each) => each.pairs)];
    const { subjects } = cleanSubjects(
      holding.map((entry) => ({ id: entry.loaded.id, entry })),
      this.sources.entries,
    );
    const cleaned = await cleanedFiles(pair, subjects, pairs, () => WHY[check], { tau: null }, SILENT);
    if (cleaned === null) return null;
    const { files: written, zip, zipName, retention } = cleaned;
    const members = await pair.candidates.unpack(new File([zip], zipName));
    const files = written.flatMap(({ name }, i) => {
      const [entry, after] = [subjects[i]?.file, members.find(({ path }) => path === name)?.file];
      return entry && after ? { entry, before: entry.file, after } : [];
    });
    return { words: droppedInWords(cleaned, holding), zip, zipName, retention, files };
  }
}

/** `121 negatives dropped from leaky. No record is left empty.`, and what became of lists beside them. */
function droppedInWords(
  { files, pairsRemoved, recordsRemoved }: Pick<CleanedDownload, 'files' | 'pairsRemoved' | 'recordsRemoved'>,
  holding: readonly SourceEntry[],
): string {
  const names = listInWords(holding.map(({ name }) => name));
  const emptied =
    recordsRemoved === 0
      ? 'No record is left empty.'
      : `${countOf(recordsRemoved, 'record')} had no other and went too.`;
  const dropped = `${countOf(pairsRemoved, 'negative')} dropped from ${names}.`;
  return [dropped, emptied, ...besideInWords(files)].join(' ');
}
