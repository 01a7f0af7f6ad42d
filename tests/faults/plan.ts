/** From a seed to a fault: which one, in which thread, at which message of which step. Nothing here is left to chance. */

import { seededRandom } from '../../src/scoring/random';
import type { Deed, PlannedDeed, Realm } from './prelude';

/** The steps of one pass. */
export const STEPS = ['load', 'run', 'rescore', 'export'] as const;
export type Step = (typeof STEPS)[number];

/** What is ranked: files with embeddings of their own, files for the encoder of the page. */
export const KINDS = ['embedded', 'texts'] as const;
export type Kind = (typeof KINDS)[number];

/** Messages in a pass without a fault: of each step and each thread. */
export type Census = Readonly<Record<Kind, Readonly<Record<Step, Partial<Record<Realm, number>>>>>>;

export interface FaultPlan {
  readonly seed: number;
  readonly kind: Kind;
  /** From its beginning on the messages are counted. */
  readonly step: Step;
  readonly deed: PlannedDeed;
}

/** The faults, each as often as it stands here. */
const FAULTS: readonly { readonly deed: Deed; readonly realms: readonly Realm[] }[] = [
  { deed: 'close', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'throw', realms: ['candidates', 'engine', 'encoder', 'duckdb'] },
  { deed: 'jump ahead', realms: ['page', 'candidates', 'engine'] },
  { deed: 'hide', realms: ['page'] },
];

/** The fault of a seed. @param census of the same build: how many messages come */
export function planOf(seed: number, census: Census): FaultPlan {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1));
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const fault = one(FAULTS);
  // The first draw of a kind, a thread and a step in which a message comes at all.
  for (let draw = 0; draw < 10_000; draw++) {
    const [kind, step, realm] = [one(KINDS), one(STEPS), one(fault.realms)];
    const most = census[kind][step][realm] ?? 0;
    if (most === 0) continue;
    return { seed, kind, step, deed: { deed: fault.deed, realm, at: 1 + Math.floor(random() * most) } };
  }
  throw new Error(`No message was counted in ${fault.realms.join()}, which "${fault.deed}" needs.`);
}

/** `close in engine at message 4 of run, texts`. */
export function planInWords({ kind, step, deed }: FaultPlan): string {
  return `${deed.deed} in ${deed.realm} at message ${deed.at} of ${step}, ${kind}`;
}
