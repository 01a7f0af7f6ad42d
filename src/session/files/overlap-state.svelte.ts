/** What the loaded sources have in common. */

import { isInside, type SourceOverlaps } from '../../candidates/overlaps';
import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { Inputs } from '../inputs/inputs.svelte';
import { onSharedAlone } from '../../scoring/overlap';
import { joined, sentence, type Phrase } from '../../report/verdict-words';
import { countOf, formatCount } from '../../ui/words';
import type { SourceEntry } from './file-entries.svelte';

type OverlapAsked = readonly { readonly id: number; readonly setting: string }[];

export class OverlapState {
  /** Nothing is said where it fails: a run finds the same. */
  readonly asked: Asked<OverlapAsked, SourceOverlaps>;

  /** @param entries the loaded sources */
  constructor(
    workers: WorkerAccess<WorkerPair>,
    private readonly settings: Pick<Inputs, 'values'>,
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
    return shared !== null && onSharedAlone(this.settings.values.queries, shared) ? shared : null;
  }

  /** What of a source makes the comparison unfair, or tells what it is, before anything is ranked. */
  remarks(entry: SourceEntry, entries: readonly SourceEntry[]): Phrase[] {
    const others = entries.filter((other) => other !== entry && other.setting === entry.setting);
    return [...this.queriesInWords(entry, others), ...this.insideInWords(entry, others)];
  }

  private queriesInWords({ loaded, setting }: SourceEntry, others: readonly SourceEntry[]): Phrase[] {
    const own = this.found?.sources[loaded.id]?.queries;
    const shared = this.found?.shared.find((each) => each.setting === setting)?.queries;
    if (own === undefined || shared === undefined || others.length === 0) return [];
    const of = `${formatCount(shared)} of its ${countOf(own, 'query', 'queries')}`;
    const [first] = others;
    const all = first && others.length === 1 ? { source: first.name } : 'all other sources';
    if (this.sharedBy(setting) !== null)
      return [
        own === shared
          ? sentence`all of its queries are in ${all}`
          : sentence`${of} are in ${all}: ranked on those`,
      ];
    if (shared === 0) return [sentence`none of its queries is in ${all}: each source is ranked on its own`];
    return [sentence`only ${of} are in ${all}: each source is ranked on its own`];
  }

  private insideInWords({ loaded }: SourceEntry, others: readonly SourceEntry[]): Phrase[] {
    const { found } = this;
    if (found === null || loaded.counts.pairs === 0) return [];
    const around = others
      .filter((other) => isInside(found, String(loaded.id), String(other.loaded.id)))
      .map(({ name }) => [{ source: name }]);
    return around.length === 0 ? [] : [sentence`every pair of it is in ${joined(around)} too`];
  }
}
