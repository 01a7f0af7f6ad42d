/** What the loaded sources have in common. */

import { isInside, type SourceOverlaps } from '../../candidates/overlaps';
import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { SettingsState } from '../run/settings-state.svelte';
import { onSharedAlone } from '../../scoring/overlap';
import { firstOfEach, kOfMost, medianK } from '../../scoring/k-counts';
import { differsTooMuchInK, negativesOfEach, unlikeInK } from '../../scoring/ranking';
import { negativesAQuery, range } from '../../report/depths';
import { countOf, formatCount, listInWords } from '../../ui/words';
import type { SourceEntry } from './file-entries.svelte';

/** What bars a source from a rank beside the others, and what cures it. */
export interface UnlikeK {
  readonly words: string;
  /** Of each record's first negatives, how many to rank. */
  readonly negatives: number;
}

type OverlapAsked = readonly { readonly id: number; readonly setting: string }[];

export class OverlapState {
  /** Nothing is said where it fails: a run finds the same. */
  readonly asked: Asked<OverlapAsked, SourceOverlaps>;

  /** @param entries the loaded sources */
  constructor(
    workers: WorkerAccess<WorkerPair>,
    private readonly settings: Pick<SettingsState, 'queries' | 'firstNegatives'>,
    entries: () => readonly SourceEntry[],
  ) {
    this.asked = new Asked(workers, {
      question: () => {
        const sources: OverlapAsked = entries().map(({ loaded, setting }) => ({ id: loaded.id, setting }));
        return sources.length < 2 ? null : sources;
      },
      answer: ({ candidates }, sources) => candidates.overlaps(sources),
    });
  }

  private get found(): SourceOverlaps | null {
    return this.asked.value;
  }

  /** How many queries the sources of a setting are compared on; null where all are scored on all of theirs. */
  sharedBy(setting: string): number | null {
    const shared = this.found?.shared.find((each) => each.setting === setting)?.queries ?? null;
    return shared !== null && onSharedAlone(this.settings.queries, shared) ? shared : null;
  }

  /** What of a source makes the comparison unfair, or tells what it is, before anything is ranked. */
  remarks(entry: SourceEntry, entries: readonly SourceEntry[]): string[] {
    const others = entries.filter((other) => other !== entry && other.setting === entry.setting);
    return [...this.queriesInWords(entry, others), ...this.insideInWords(entry, others)];
  }

  /** That a source has too many or too few negatives for the others, and the cure; null where it has not. */
  unlikeK(entry: SourceEntry, entries: readonly SourceEntry[]): UnlikeK | null {
    const sources = entries
      .filter(({ setting }) => setting === entry.setting)
      .map((each) => {
        const byK = firstOfEach(each.loaded.byK, this.settings.firstNegatives);
        return { entry: each, setting: each.setting, medianK: medianK(byK), kOfMost: kOfMost(byK) };
      });
    const own = unlikeInK(sources).find((source) => source.entry === entry);
    if (!own) return null;
    const others = sources.map((source) => source.medianK).filter((k) => differsTooMuchInK(k, own.medianK));
    return {
      words: `${negativesAQuery([own.medianK])}, the others ${range(others)}: too unlike to rank together`,
      negatives: negativesOfEach(sources),
    };
  }

  private queriesInWords({ loaded, setting }: SourceEntry, others: readonly SourceEntry[]): string[] {
    const own = this.found?.sources.find(({ source }) => source === loaded.id)?.queries;
    const shared = this.found?.shared.find((each) => each.setting === setting)?.queries;
    if (own === undefined || shared === undefined || others.length === 0) return [];
    const of = `${formatCount(shared)} of its ${countOf(own, 'query', 'queries')}`;
    const all = others.length === 1 ? others[0]?.name : 'all other sources';
    if (this.sharedBy(setting) !== null)
      return [own === shared ? `all of its queries are in ${all}` : `${of} are in ${all}: ranked on those`];
    return [`only ${of} are in ${all}: each source is ranked on its own`];
  }

  private insideInWords({ loaded }: SourceEntry, others: readonly SourceEntry[]): string[] {
    const { found } = this;
    if (found === null || loaded.counts.pairs === 0) return [];
    const around = others
      .filter((other) => isInside(found, loaded.id, other.loaded.id))
      .map(({ name }) => name);
    return around.length === 0 ? [] : [`every pair of it is in ${listInWords(around)} too`];
  }
}
