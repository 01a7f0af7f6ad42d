/** What becomes of each entry of a cleaned file. */

import { CandidatesError } from '../errors';
import { Fault, type JsonObject } from '../fault';
import { isBlank } from '../formats/columns';
import type { Draft, Path, Text } from '../formats/format';
import type { OpenFile } from '../formats/open';
import type { FilePlan } from '../formats/plan';
import type { CandidateStore } from '../store/store';
import { BesideLists } from './beside-lists';
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

/** Whether an entry goes. */
type Goes = (draft: Draft) => boolean;

/**
 * Decides entry by entry, in file order. Of a run only the negatives stay: a hit beyond the first K would take the place of
 * a removed one. Of rows that are joined by query, those with only a positive go when their query keeps no negative.
 */
export class EntryPlans {
  /** Number of entries that stay, whole or in part. */
  kept = 0;
  /** Lists beside the negatives, known before the first entry is asked for. */
  beside = new BesideLists();
  private readonly plan: FilePlan;
  /** Places of entries that stay whatever they hold: the hits of a run that stay. */
  private readonly staying = new Set<number>();
  /** By place, which texts of an entry leave; true for those that move to the positives. */
  private readonly leaving = new Map<number, Map<number, boolean>>();
  /** Places of the rejects, and of those that go. */
  private readonly rejects: ReadonlySet<number>;
  private readonly rejectsGoing: ReadonlySet<number>;
  /** Whether any other entry goes; null where all of them stay. */
  private readonly goes: Goes | null;

  constructor(
    store: CandidateStore<FilePlan>,
    removals: Removals,
    { fileId, without }: Pick<CleanRequest, 'fileId' | 'without'>,
  ) {
    const { plan, sampled } = store.file(fileId);
    this.plan = plan;
    const isRun = plan.format.joins === 'run';
    for (const standing of [removals.negatives(), removals.copies(), removals.blanks()])
      for (const { place, index, leaves, moves } of standing) {
        if (!leaves && isRun) this.staying.add(place);
        if (!leaves || isRun) continue;
        const texts = this.leaving.get(place) ?? new Map<number, boolean>();
        this.leaving.set(place, texts.set(index, moves));
      }
    this.rejects = store.rejects.placesOf(fileId);
    this.rejectsGoing = store.rejects.placesOf(fileId, leavingCodes(without));
    // Entries without a record were left out by a sample, or belong to a reject.
    const strangersGo = without.rejects === 'all' && !sampled;
    this.goes = goesIn(plan, removals, strangersGo);
  }

  /** Whether some entry may lose texts. */
  get cutsTexts(): boolean {
    return this.leaving.size > 0;
  }

  /** @param read gives the entry @throws FileChangedError */
  of(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    const found = this.decide(place, read);
    if (found !== 'goes') this.kept += 1;
    return found;
  }

  private decide(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    // An entry with records and a reject is treated as its records are.
    const removed = this.leaving.get(place);
    if (removed !== undefined) return this.cut(place, read(), removed);
    if (this.staying.has(place)) return 'stays';
    if (this.rejects.has(place)) return this.rejectsGoing.has(place) ? 'goes' : 'stays';
    const draft = this.goes === null ? null : this.draft(read());
    return draft !== null && this.goes?.(draft) === true ? 'goes' : 'stays';
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

/** @param strangersGo whether entries go whose query has no record */
function goesIn({ format: { joins } }: FilePlan, removals: Removals, strangersGo: boolean): Goes | null {
  if (joins !== 'run' && joins !== 'same-query') return null;
  const isRecorded = removals.hasQuery('all');
  if (joins === 'run') return (draft) => strangersGo || isRecorded(draft);
  const isEmptied = removals.hasQuery('emptied');
  return (draft) => (strangersGo && !isRecorded(draft)) || (!hasNegative(draft) && isEmptied(draft));
}

/** Whether an entry holds a negative that is not blank. */
function hasNegative({ lists }: Draft): boolean {
  return lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}
