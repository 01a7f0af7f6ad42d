/** From a seed to a fault: which one, in which thread, at which event of which step. Nothing here is left to chance. */

import { seededRandom } from '../../src/scoring/random';
import type { Counts, Deed, Event, PlannedDeed, Realm } from './prelude';

/** The steps of one pass. */
export const STEPS = ['load', 'run', 'rescore', 'export'] as const;
export type Step = (typeof STEPS)[number];

/** What is ranked: files with embeddings of their own, files for the encoder of the page. */
export const KINDS = ['embedded', 'texts'] as const;
export type Kind = (typeof KINDS)[number];

/** What was counted in a pass without a fault: of each step and each thread. */
export type Census = Readonly<Record<Kind, Readonly<Record<Step, Partial<Record<Realm, Counts>>>>>>;

export interface FaultPlan {
  readonly seed: number;
  readonly kind: Kind;
  /** From its beginning on the events are counted. */
  readonly step: Step;
  readonly deed: PlannedDeed;
}

/** The faults, each as often as it stands here. */
const FAULTS: readonly {
  readonly deed: Deed;
  readonly event: Event;
  readonly realms: readonly Realm[];
}[] = [
  { deed: 'close', event: 'received', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'close', event: 'sent', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'throw', event: 'received', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'fail write', event: 'stored', realms: ['engine'] },
  { deed: 'fill disk', event: 'stored', realms: ['engine', 'page'] },
  { deed: 'jump ahead', event: 'received', realms: ['page', 'candidates', 'engine'] },
  { deed: 'hide', event: 'received', realms: ['page'] },
];

/** The fault of a seed. @param census of the same build: how often each event comes */
export function planOf(seed: number, census: Census): FaultPlan {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1));
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const fault = one(FAULTS);
  // The first draw of a kind, a thread and a step in which the event comes at all.
  for (let draw = 0; draw < 10_000; draw++) {
    const [kind, step, realm] = [one(KINDS), one(STEPS), one(fault.realms)];
    const most = census[kind][step][realm]?.[fault.event] ?? 0;
    if (most === 0) continue;
    const deed: PlannedDeed = {
      deed: fault.deed,
      realm,
      event: fault.event,
      at: 1 + Math.floor(random() * most),
    };
    return { seed, kind, step, deed };
  }
  throw new Error(
    `Nothing that "${fault.deed}" needs was counted in a pass: ${fault.event} in ${fault.realms.join()}.`,
  );
}

/** `close in engine at received 4 of run, texts`. */
export function planInWords({ kind, step, deed }: FaultPlan): string {
  return `${deed.deed} in ${deed.realm} at ${deed.event} ${deed.at} of ${step}, ${kind}`;
}
