/** From which share on the checks of "Break it yourself" notice what is put into a source. */

import { Task } from '../../src/engine/task';
import { BusyClock } from '../../src/engine/time';
import {
  BreakableSource,
  checksOf,
  FOREIGN_KINDS,
  type ForeignKind,
  type ForeignShares,
} from '../../src/experiments/broken';
import { RUN_SETTINGS } from '../../tests/support/results';
import type { AuditFile } from './real-files';

/** As far as the sliders go. */
export const BROKEN_SHARES = [0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];

const NONE: ForeignShares = { random: 0, copies: 0, near: 0 };

/** The least share tried from which on every larger one is noticed, and the checks that notice it. */
export interface BrokenLimit {
  readonly share: number;
  readonly checks: readonly string[];
}

/** One source; null where a kind is not noticed at the largest share. */
export interface BrokenRow {
  readonly file: string;
  readonly source: string;
  readonly limits: Readonly<Record<ForeignKind, BrokenLimit | null>>;
}

export async function brokenRow(file: AuditFile, source: number): Promise<BrokenRow> {
  const limits: Record<ForeignKind, BrokenLimit | null> = { random: null, copies: null, near: null };
  for (const kind of FOREIGN_KINDS) limits[kind] = await limitOf(file, source, kind);
  return { file: file.name, source: file.names[source] ?? '', limits };
}

async function limitOf(file: AuditFile, source: number, kind: ForeignKind): Promise<BrokenLimit | null> {
  const { run } = file;
  const base = run.sources[source]?.id ?? -1;
  const breakable = new BreakableSource(run, base, file.candidates);
  const { tau, weighting, seed } = RUN_SETTINGS;
  const settings = {
    tau,
    weighting,
    seed,
    settings: run.sources.map(() => 'all'),
    references: run.sources.map((_, place) => file.references.includes(place)),
  };
  const task = new Task();
  const summing = { stores: run.stores, task, clock: new BusyClock() };
  const ignored = () => undefined;
  let limit: BrokenLimit | null = null;
  for (const share of [...BROKEN_SHARES].reverse()) {
    const request = { base, shares: { ...NONE, [kind]: share }, settings };
    const made = await breakable.figures(request, summing, ignored);
    const shortcuts = await breakable.shortcutsOf(made.source, settings, task, ignored);
    const checks = checksOf(made.figures, shortcuts).filter(({ called }) => called.now && !called.before);
    if (checks.length === 0) return limit;
    limit = { share, checks: checks.map(({ name }) => name) };
  }
  return limit;
}
