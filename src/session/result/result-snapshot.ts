/** A result in short, as it was shown: kept while a second run is made, so that it can be said what changed. */

import { rankInWords } from '../../report/verdict';
import type { Flag } from '../../scoring/audit';
import { WEIGHTINGS } from '../../scoring/weightings';
import type { FinishedRun } from '../run/runs';
import type { KnownInterval, OrderView } from './order-view';
import { isOutside, type RankedSource, type RankingView } from './ranking-view';

export interface SnapshotSource extends Pick<RankedSource, 'key' | 'name' | 'colour' | 'signs'> {
  readonly eci: number;
  readonly interval: KnownInterval | null;
  /** `1`, `1–2`, `–` outside the ranking; empty where nothing is ranked. */
  readonly rank: string;
  readonly flags: readonly Flag[];
}

/** One condition of a result: what it is called, and its value in words. */
export interface Condition {
  readonly name: string;
  readonly value: string;
}

export interface ResultSnapshot {
  /** When the run was done, in milliseconds since 1970. */
  readonly at: number;
  readonly conditions: readonly Condition[];
  /** In load order. */
  readonly sources: readonly SnapshotSource[];
}

/** What is shown of a finished run. */
export function snapshotOf(
  { result, at }: Pick<FinishedRun, 'result' | 'at'>,
  view: RankingView,
  order: OrderView | null,
): ResultSnapshot {
  const { encoder, settings } = result;
  const { sample, seed } = settings;
  return {
    at,
    conditions: [
      { name: 'encoder', value: encoder?.name ?? 'embeddings in the files' },
      { name: 'τ', value: String(settings.tau) },
      { name: 'weighting', value: WEIGHTINGS[settings.weighting].formula },
      { name: 'records', value: sample === null ? 'all' : `a sample of ${sample}, seed ${seed}` },
      { name: 'references', value: view.references.join(', ') || 'none' },
    ],
    sources: view.rows.flatMap((row) => (row.eci === null ? [] : [snapshotSource(row, row.eci, order)])),
  };
}

function snapshotSource(row: RankedSource, eci: number, order: OrderView | null): SnapshotSource {
  const { key, name, colour, signs, flags } = row;
  const interval = order?.scores.get(key);
  const known = interval && Number.isFinite(interval.low) && Number.isFinite(interval.high);
  const rank = row.rank === null ? (isOutside(row) ? '–' : '') : rankInWords(row.rank);
  return { key, name, colour, signs, eci, interval: known ? interval : null, rank, flags };
}

/** A source before and after; null where it was not there. */
export interface SourceChange {
  readonly before: SnapshotSource | null;
  readonly now: SnapshotSource | null;
}

export interface ResultChange {
  /** Conditions that differ. */
  readonly conditions: readonly { readonly name: string; readonly before: string; readonly now: string }[];
  /** Sources of the later result in its order, then those that are gone. */
  readonly sources: readonly SourceChange[];
}

/** What changed from one result to the next. Sources are the same by their place on the page, whatever their name. */
export function changesBetween(before: ResultSnapshot, now: ResultSnapshot): ResultChange {
  const of = (all: readonly SnapshotSource[], key: number) =>
    all.find((source) => source.key === key) ?? null;
  return {
    conditions: now.conditions.flatMap(({ name, value }) => {
      const earlier = before.conditions.find((condition) => condition.name === name)?.value ?? '';
      return earlier === value ? [] : [{ name, before: earlier, now: value }];
    }),
    sources: [
      ...now.sources.map((source) => ({ before: of(before.sources, source.key), now: source })),
      ...before.sources
        .filter(({ key }) => of(now.sources, key) === null)
        .map((source) => ({ before: source, now: null })),
    ],
  };
}
