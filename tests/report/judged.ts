/** Verdicts on three mined sources and a random one, with the audit statistics of TREC-DL. */

import { verdictOf, type JudgedRun } from '../../src/report/verdict';
import type { Certainty, RandomBaseline } from '../../src/engine/results';
import type { FinishedSource } from '../../src/report/scored-source';
import type { AuditProfile } from '../../src/scoring/audit';
import { certainOrder } from '../support/results';
import { certainRun, MINED, RANDOM, source, type SourceChanges } from '../session/sources';

/** A reference of 97 queries unless told otherwise. */
export function mined(name: string, eci: number, over: SourceChanges = {}): FinishedSource {
  const figuresOver = { ...MINED, ...over.figuresOver };
  return source(name, eci, { medianK: 30, kOfMost: 30, ...over, figuresOver }) as FinishedSource;
}

/** No reference; it lies outside on ρ, ψ and the inversion rate. */
export function random({ name = 'random', eci, ...over }: SourceChanges = {}): FinishedSource {
  const figuresOver = { ...RANDOM, ...over.figuresOver };
  return mined(name, eci ?? 0.5318, { reference: false, ...over, figuresOver });
}

/** Every order and every flag is certain, and each score to within a hundredth. */
export function certainly(sources: readonly FinishedSource[]): Certainty {
  const known = certainOrder(sources);
  const scores = known.scores.map((score, s) => {
    const eci = sources[s]?.eci ?? NaN;
    return { ...score, low: eci - 0.01, high: eci + 0.01 };
  });
  return { ...known, scores };
}

/** What a test changes of a run. */
export type RunChanges = Partial<JudgedRun> & { readonly range?: AuditProfile };

/** Where nothing else is said, all is certain. */
export function judge(sources: readonly FinishedSource[], { range, ...over }: RunChanges = {}) {
  const encoder = { name: 'potion-base-2M', bundled: false };
  return verdictOf(
    sources,
    { ...certainRun(sources), certainty: certainly(sources), encoder, ...over },
    range,
  );
}

export function baseline(eci: number): Pick<JudgedRun, 'random_baseline'> {
  return { random_baseline: { eci } as RandomBaseline };
}
