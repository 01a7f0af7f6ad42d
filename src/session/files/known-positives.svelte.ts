/** Negatives that are a positive of their own query are dropped before a run: cleaned files come in the place of theirs. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { CleanRequest, RemovedPairs } from '../../candidates/api';
import { saveFile } from '../../ui/save-file';
import { countOf, listInWords } from '../../ui/words';
import type { FileEntry } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

/** As `removed.csv` has them. */
const REASON = 'a positive of its own query';
const MARKED_BY = 'cure: known positives';

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
    private readonly workers: WorkerAccess,
    private readonly sources: SourcesState,
  ) {}

  /** Drops them from all files. @returns whether they are gone */
  async drop(): Promise<boolean> {
    this.notice = null;
    this.dropping = true;
    const files = this.sources.loaded.filter(({ sources }) => sources.some(holdsSome));
    const cleaned = await this.cleaned(files);
    if (cleaned) {
      const replaced = files.map((entry, i) => ({ entry, by: cleaned.files[i] ?? entry.file }));
      const originals = files.map((entry) => ({ entry, by: entry.file }));
      await this.sources.replace(replaced);
      this.last = { cleaned: replaced, dropped: { ...cleaned, files: originals } };
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

  /** The files without them, one after the other, and the zip that holds them. */
  private async cleaned(files: readonly FileEntry[]) {
    const nothing = Comlink.proxy(() => undefined);
    const names = files.flatMap(({ sources }) => sources.filter(holdsSome).map(({ name }) => name));
    return ask(
      this.workers,
      async ({ candidates }) => {
        const requests: CleanRequest[] = [];
        for (const { loaded, sources } of files) {
          const removed: RemovedPairs[] = [];
          for (const { loaded: source } of sources.filter(holdsSome)) {
            removed.push(removedFrom(source.id, await candidates.knownPositives(source.id)));
          }
          if (loaded) requests.push({ fileId: loaded.id, removed, reasons: [REASON], withoutRejects: false });
        }
        const written = await candidates.exportCleaned(requests, nothing);
        const { zip, zipName, pairsRemoved, recordsRemoved } = written;
        const members = await candidates.unpack(new File([zip], zipName));
        const emptied =
          recordsRemoved === 0
            ? 'No record is left empty.'
            : `${countOf(recordsRemoved, 'record')} had no other and went too.`;
        return {
          zip,
          zipName,
          files: written.names.flatMap((name) => members.find(({ path }) => path === name)?.file ?? []),
          words: `${countOf(pairsRemoved, 'negative')} dropped from ${listInWords(names)}. ${emptied}`,
        };
      },
      (notice) => (this.notice = notice),
    );
  }
}

function holdsSome({ loaded }: FileEntry['sources'][number]): boolean {
  return (loaded.preflight?.positives?.count ?? 0) > 0;
}

/** Pairs that were not scored, as an export takes them. */
function removedFrom(
  source: number,
  { records, positions }: { readonly records: Int32Array; readonly positions: Int32Array },
): RemovedPairs {
  const unscored = new Float64Array(records.length).fill(NaN);
  return {
    source,
    records,
    positions,
    reasons: new Uint8Array(records.length),
    rho: unscored,
    eta: unscored,
    psi: unscored,
    markedBy: Array.from(records, () => MARKED_BY),
    notes: Array.from(records, () => ''),
  };
}
