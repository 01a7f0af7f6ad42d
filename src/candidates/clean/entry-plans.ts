/** What becomes of each entry of a cleaned file. */

import { CandidatesError } from '../errors';
import { Fault, type JsonObject } from '../fault';
import { isBlank } from '../formats/columns';
import type { Draft, Path, Text } from '../formats/format';
import type { OpenFile } from '../formats/open';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import type { BesideLists } from './beside-lists';
import type { Leaving } from './cut';
import type { BlobOutput } from './output';
import { leavingCodes, type CleanRequest, type Removals } from './removals';

/** What an entry loses. */
export interface EntryCut {
  /** What the format reads in it. */
  readonly draft: Draft;
  readonly leaving: readonly Leaving[];
}

/** One cleaned file in its own format. */
export interface Cleaning {
  readonly open: OpenFile;
  readonly plans: EntryPlans;
  readonly output: BlobOutput;
  readonly signal: AbortSignal;
  readonly onBytes: (bytesRead: number) => void;
}

/** What is known of entries before they are read. */
interface EntryFates {
  /** @see Removals.textsLeaving */
  readonly texts: ReadonlyMap<number, ReadonlyMap<number, boolean>>;
  /** Of a run: places of the hits that stay, ascending. */
  readonly hits: Int32Array;
  /** Places of the rejects, and of those that go. */
  readonly rejects: ReadonlySet<number>;
  readonly rejectsGoing: ReadonlySet<number>;
  /** Whether any other entry goes; null if all of them stay. */
  readonly goes: ((draft: Draft) => boolean) | null;
}

/** Decides entry by entry, in file order. */
export class EntryPlans {
  /** Number of entries that stay, whole or in part. */
  kept = 0;
  private next = 0;

  /** @param beside lists beside the negatives */
  constructor(
    private readonly plan: FilePlan,
    private readonly fates: EntryFates,
    private readonly beside: BesideLists,
  ) {}

  /**
   * @param place greater than the one asked before
   * @param read gives the entry
   * @throws FileChangedError
   */
  of(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    const found = this.decide(place, read);
    if (found !== 'goes') this.kept += 1;
    return found;
  }

  private decide(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    const { texts, hits, rejects, rejectsGoing, goes } = this.fates;
    // An entry with records and a reject is treated as its records are.
    const removed = texts.get(place);
    if (removed !== undefined) return this.cut(place, read(), removed);
    while ((hits[this.next] as number) < place) this.next += 1;
    if (hits[this.next] === place) return 'stays';
    if (rejects.has(place)) return rejectsGoing.has(place) ? 'goes' : 'stays';
    const draft = goes === null ? null : this.draft(read());
    return draft !== null && goes?.(draft) === true ? 'goes' : 'stays';
  }

  /** @param removed indices among the entry's texts, all lists one after the other; true for those that move */
  private cut(
    place: number,
    value: JsonObject | Fault,
    removed: ReadonlyMap<number, boolean>,
  ): 'goes' | EntryCut {
    const draft = this.draft(value);
    if (value instanceof Fault || draft === null)
      throw this.changed(`entry ${place} cannot be read any more`);
    const all = negativesOf(draft);
    const last = Math.max(...removed.keys());
    if (last >= all.length) throw this.changed(`entry ${place} has no negative number ${last + 1}`);
    const staying = all.filter((_, index) => !removed.has(index));
    const titles = new Set(staying.map(({ title }) => title));
    const leaving: Leaving[] = [];
    for (const [index, moves] of removed) {
      const { path, title } = all[index] as Negative;
      if (path === null) return 'goes';
      const beside = this.beside.pathsBeside(value, path);
      leaving.push({
        path,
        moves,
        beside: title === null || titles.has(title) ? beside : [...beside, [title]],
      });
    }
    return staying.every(({ text }) => isBlank(text)) ? 'goes' : { draft, leaving };
  }

  private draft(value: JsonObject | Fault): Draft | null {
    const draft = value instanceof Fault ? value : this.plan.format.read(value);
    return draft instanceof Fault ? null : draft;
  }

  private changed(found: string): CandidatesError {
    return new CandidatesError('FileChangedError', { file: this.plan.open.file.name, found });
  }
}

/** A negative of an entry. */
interface Negative {
  readonly text: Text | null;
  /** Null where it is the whole entry. */
  readonly path: Path | null;
  /** The field with its title. */
  readonly title: string | null;
}

/** The negatives of all lists of an entry, one list after the other. */
function negativesOf({ lists }: Draft): Negative[] {
  return lists.flatMap(({ texts, where: { holder, steps, titles } }) =>
    texts.map((text, at) => ({
      text,
      path: steps === null ? null : [...holder, steps[at] as Path[number]],
      title: titles?.[at] ?? null,
    })),
  );
}

/**
 * Of a run only the negatives stay: a hit beyond the first K would take the place of a removed one. Of rows that are
 * joined by query, those with only a positive go when their query keeps no negative.
 */
export function entryPlans(
  store: CandidateStore<FilePlan>,
  removals: Removals,
  { fileId, without }: Pick<CleanRequest, 'fileId' | 'without'>,
  beside: BesideLists,
): EntryPlans {
  const { plan, sampled } = store.file(fileId);
  const { joins } = plan.format;
  const rejects = store.rejects.placesOf(fileId);
  const rejectsGoing = store.rejects.placesOf(fileId, leavingCodes(without));
  // Entries without a record were left out by a sample, or belong to a reject.
  const strangersGo = without.rejects === 'all' && !sampled;
  if (joins === 'run') {
    const isRecorded = removals.hasQuery('all');
    const goes = (draft: Draft) => strangersGo || isRecorded(draft);
    const fates = {
      texts: new Map<never, never>(),
      hits: removals.hitsStaying(),
      rejects,
      rejectsGoing,
      goes,
    };
    return new EntryPlans(plan, fates, beside);
  }
  const fates = { texts: removals.textsLeaving(), hits: new Int32Array(0), rejects, rejectsGoing };
  if (joins !== 'same-query') return new EntryPlans(plan, { ...fates, goes: null }, beside);
  const isRecorded = removals.hasQuery('all');
  const isEmptied = removals.hasQuery('emptied');
  const goes = (draft: Draft) =>
    (strangersGo && !isRecorded(draft)) || (!hasNegative(draft) && isEmptied(draft));
  return new EntryPlans(plan, { ...fates, goes }, beside);
}

/** Whether an entry holds a negative that is not blank. */
function hasNegative({ lists }: Draft): boolean {
  return lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}
