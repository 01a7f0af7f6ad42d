/** What becomes of each entry of a cleaned file. */

import { CandidatesError } from '../errors';
import { Fault, type JsonObject } from '../fault';
import { isBlank } from '../formats/columns';
import { Ref, type Draft, type Path, type Text } from '../formats/format';
import type { OpenFile } from '../formats/open';
import type { FilePlan } from '../formats/plan';
import { GOES, MOVES, WHOLE, type EntryFates, type QuerySet } from '../store/removals';
import type { CandidateStore } from '../store/store';
import type { BesideLists } from './beside-lists';
import type { Leaving } from './cut';
import type { BlobOutput } from './output';

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

/** Decides entry by entry, in file order. */
export class EntryPlans {
  /** Number of entries that stay, whole or in part. */
  kept = 0;
  private next = 0;

  /** @param goes whether an entry of which the fates say nothing goes; null if all of them stay */
  constructor(
    private readonly plan: FilePlan,
    private readonly fates: EntryFates,
    private readonly goes: ((draft: Draft) => boolean) | null,
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
    const { places, texts, fates } = this.fates;
    while ((places[this.next] as number) < place) this.next += 1;
    const begin = this.next;
    while (places[this.next] === place) this.next += 1;
    if (begin === this.next) {
      const draft = this.goes === null ? null : this.draft(read());
      return draft !== null && this.goes?.(draft) === true ? 'goes' : 'stays';
    }
    // An entry with records and a reject is treated as its records are.
    const last = this.next - 1;
    if (texts[last] === WHOLE) return fates[last] === GOES ? 'goes' : 'stays';
    const removed = new Map<number, boolean>();
    for (let at = begin; at <= last; at += 1) removed.set(texts[at] as number, fates[at] === MOVES);
    removed.delete(WHOLE);
    return this.cut(place, read(), removed);
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
 * @param fileId key of a loaded file whose removed pairs are in the table
 */
export async function entryPlans(
  store: CandidateStore<FilePlan>,
  fileId: number,
  withoutRejects: boolean,
  beside: BesideLists,
): Promise<EntryPlans> {
  const { loaded, plan, sampled } = store.file(fileId);
  const { removals } = await store.duck();
  const sources = store.sourcesOf(loaded).map(({ id }) => id);
  const isRun = plan.format.joins === 'run';
  const fates = await removals.fates(fileId, sources, isRun, withoutRejects);
  if (!isRun && plan.format.joins !== 'same-query') return new EntryPlans(plan, fates, null, beside);
  // Entries without a record were left out by a sample, or belong to a reject.
  const strangersGo = withoutRejects && !sampled;
  const recorded = isRun || strangersGo ? await removals.queries(sources, 'all') : null;
  const emptied = isRun ? null : await removals.queries(sources, 'emptied');
  const goes = (draft: Draft): boolean =>
    (strangersGo && !isOneOf(recorded, draft)) ||
    (isRun ? isOneOf(recorded, draft) : !hasNegative(draft) && isOneOf(emptied, draft));
  return new EntryPlans(plan, fates, goes, beside);
}

/** Whether an entry holds a negative that is not blank. */
function hasNegative({ lists }: Draft): boolean {
  return lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}

function isOneOf(queries: QuerySet | null, { query }: Draft): boolean {
  if (queries === null) return false;
  return query instanceof Ref ? queries.ids.has(query.id) : queries.texts.has(query.trim());
}
