/** Verdicts on three mined sources and a random one, with the audit statistics of TREC-DL. */

import { verdictOf } from '../../src/report/verdict';
import type { FinishedSource } from '../../src/report/scored-source';
import { certainRun, MINED, RANDOM, source, type RunChanges, type SourceChanges } from '../session/sources';

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

/** Where nothing else is said, all is certain. */
export function judge(sources: readonly FinishedSource[], changes: RunChanges = {}) {
  const encoder = { name: 'potion-base-2M', bundled: false };
  return verdictOf(sources, certainRun(sources, { encoder, ...changes }));
}
