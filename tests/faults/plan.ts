/** From a seed to a fault: which one, in which thread, at which event of which step. Nothing here is left to chance. */

import type { Counts, Deed, Event, PlannedDeed, Realm } from './prelude';

/** The steps of one pass. */
export const STEPS = ['load', 'run', 'rescore', 'export'] as const;
export type Step = (typeof STEPS)[number];

/** What is ranked: files with embeddings of their own, files for the encoder of the page, a Parquet file. */
export const KINDS = ['embedded', 'texts', 'parquet'] as const;
export type Kind = (typeof KINDS)[number];

/** What was counted in a pass without a fault: of each step and each thread. */
export type Census = Readonly<Record<Kind, Readonly<Record<Step, Partial<Record<Realm, Counts>>>>>>;

export interface FaultPlan {
  readonly seed: number;
  readonly kind: Kind;
  /** From its beginning on the events are counted. */
  readonly step: Step;
  /** Null: the network goes away at the n-th request. */
  readonly deed: PlannedDeed | null;
  readonly offlineFrom: number | null;
}

/** The faults, each as often as it stands here. */
const FAULTS: readonly {
  readonly deed: Deed | 'offline';
  readonly event: Event;
  readonly realms: readonly Realm[];
}[] = [
  { deed: 'close', event: 'received', realms: ['candidates', 'engine', 'encoder', 'duckdb', 'parquet'] },
  { deed: 'close', event: 'sent', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'throw', event: 'received', realms: ['candidates', 'engine', 'encoder', 'duckdb', 'parquet'] },
  {
    deed: 'drop',
    event: 'received',
    realms: ['page', 'candidates', 'engine', 'encoder', 'duckdb', 'parquet'],
  },
  { deed: 'drop', event: 'sent', realms: ['page', 'candidates', 'engine', 'encoder', 'duckdb', 'parquet'] },
  { deed: 'fail write', event: 'stored', realms: ['engine', 'page'] },
  { deed: 'fail write', event: 'stored', realms: ['engine'] },
  { deed: 'fill disk', event: 'stored', realms: ['engine', 'page'] },
  { deed: 'refuse memory', event: 'allocated', realms: ['candidates', 'engine', 'encoder'] },
  { deed: 'lose gpu', event: 'submitted', realms: ['engine'] },
  { deed: 'jump ahead', event: 'received', realms: ['page', 'candidates', 'engine'] },
  { deed: 'jump back', event: 'received', realms: ['page', 'candidates', 'engine'] },
  { deed: 'hide', event: 'received', realms: ['page'] },
  { deed: 'offline', event: 'received', realms: ['page'] },
];

/** Requests that a fresh page makes for a pass; later ones are never asked for. */
const MOST_REQUESTS = 20;

/** The fault of a seed. @param census of the same build: how often each event comes */
export function planOf(seed: number, census: Census): FaultPlan {
  const random = generator(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const kind = one(KINDS);
  const fault = one(FAULTS);
  if (fault.deed === 'offline') {
    return {
      seed,
      kind,
      step: one(STEPS),
      deed: null,
      offlineFrom: 1 + Math.floor(random() * MOST_REQUESTS),
    };
  }
  // The first draw that names a thread and a step in which the event comes at all.
  for (let draw = 0; draw < 200; draw++) {
    const [step, realm] = [one(STEPS), one(fault.realms)];
    const most = census[kind][step][realm]?.[fault.event] ?? 0;
    if (most === 0) continue;
    const at = 1 + Math.floor(random() * most);
    return { seed, kind, step, deed: { deed: fault.deed, realm, event: fault.event, at }, offlineFrom: null };
  }
  // Such as a closed Parquet worker in a pass without a Parquet file: another fault stands in.
  const { received } = census[kind].run.engine ?? { received: 1 };
  const at = 1 + Math.floor(random() * received);
  return {
    seed,
    kind,
    step: 'run',
    deed: { deed: 'close', realm: 'engine', event: 'received', at },
    offlineFrom: null,
  };
}

/** `close in engine at received 4 of run, texts`. */
export function planInWords({ kind, step, deed, offlineFrom }: FaultPlan): string {
  if (!deed) return `offline from request ${offlineFrom} of ${step}, ${kind}`;
  return `${deed.deed} in ${deed.realm} at ${deed.event} ${deed.at} of ${step}, ${kind}`;
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
