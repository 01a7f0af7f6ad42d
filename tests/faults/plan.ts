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

/** Commands to the GPU in a run of the small files; they are not counted, since other passes are made without it. */
const MOST_SUBMITTED = 6;

/** The fault of a seed. @param census of the same build: how often each event comes */
export function planOf(seed: number, census: Census): FaultPlan {
  const random = generator(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const fault = one(FAULTS);
  if (fault.deed === 'offline') {
    return { seed, kind: one(KINDS), step: one(STEPS), deed: null, offlineFrom: upTo(MOST_REQUESTS) };
  }
  if (fault.deed === 'lose gpu') {
    const deed: PlannedDeed = {
      deed: fault.deed,
      realm: 'engine',
      event: fault.event,
      at: upTo(MOST_SUBMITTED),
    };
    return { seed, kind: 'embedded', step: 'run', deed, offlineFrom: null };
  }
  // The first draw of a kind, a thread and a step in which the event comes at all.
  for (let draw = 0; draw < 10_000; draw++) {
    const [kind, step, realm] = [one(KINDS), one(STEPS), one(fault.realms)];
    const most = census[kind][step][realm]?.[fault.event] ?? 0;
    if (most === 0) continue;
    const deed: PlannedDeed = { deed: fault.deed, realm, event: fault.event, at: upTo(most) };
    return { seed, kind, step, deed, offlineFrom: null };
  }
  throw new Error(
    `Nothing that "${fault.deed}" needs was counted in a pass: ${fault.event} in ${fault.realms.join()}.`,
  );
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
