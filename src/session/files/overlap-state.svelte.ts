/** What the loaded sources have in common, looked up whenever they change. */

import { isInside, type SourceOverlaps } from '../../candidates/overlaps';
import { ask, type WorkerAccess } from '../../app/ask';
import type { SettingsState } from '../run/settings-state.svelte';
import { onSharedAlone } from '../../scoring/overlap';
import { unlikeInK } from '../../report/verdict';
import { countOf, formatCount, listInWords } from '../../ui/words';
import type { SourceEntry } from './file-entries.svelte';

export class OverlapState {
  private found = $state.raw<SourceOverlaps | null>(null);
  private asked = '';

  constructor(
    private readonly workers: WorkerAccess,
    private readonly settings: Pick<SettingsState, 'queries'>,
  ) {}

  /** Asks, if the sources are others than before. Nothing is said where it fails: a run finds the same. */
  async follow(sources: readonly { readonly id: number; readonly setting: string }[]): Promise<void> {
    const asked = JSON.stringify(sources);
    if (asked === this.asked) return;
    this.asked = asked;
    this.found = null;
    if (sources.length < 2) return;
    const found = await ask(
      this.workers,
      ({ candidates }) => candidates.overlaps(sources),
      () => undefined,
    );
    if (this.asked === asked) this.found = found;
  }

  /** How many queries the sources of a setting are compared on; null where all are scored on all of theirs. */
  sharedBy(setting: string): number | null {
    const shared = this.found?.shared.find((each) => each.setting === setting)?.queries ?? null;
    return shared !== null && onSharedAlone(this.settings.queries, shared) ? shared : null;
  }

  /** What of a source makes the comparison unfair, or tells what it is, before anything is ranked. */
  remarks(entry: SourceEntry, entries: readonly SourceEntry[]): string[] {
    const others = entries.filter((other) => other !== entry && other.setting === entry.setting);
    return [
      ...this.queriesInWords(entry, others),
      ...this.insideInWords(entry, others),
      ...depthInWords(entry, others),
    ];
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

function depthInWords({ loaded, setting }: SourceEntry, others: readonly SourceEntry[]): string[] {
  const medians = others.map((other) => other.loaded.medianK);
  if (
    !unlikeInK(
      { medianK: loaded.medianK, setting },
      others.map((other) => ({ medianK: other.loaded.medianK, setting })),
    )
  )
    return [];
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const range = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
  return [
    `${formatCount(loaded.medianK)} negatives a query, the others ${range}: too unlike to rank them together`,
  ];
}
