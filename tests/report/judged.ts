/** Results of three mined sources and a random one, with the audit statistics of TREC-DL. */

import { MINED, RANDOM, source, type MadeSource, type SourceChanges } from '../session/sources';

/** A reference of 97 queries unless told otherwise. */
export function mined(name: string, eci: number, over: SourceChanges = {}): MadeSource {
  const figuresOver = { ...MINED, ...over.figuresOver };
  return source(name, eci, { medianK: 30, ...over, figuresOver });
}

/** No reference; it lies outside on ρ, ψ and the inversion rate. */
export function random(over: SourceChanges = {}): MadeSource {
  const figuresOver = { ...RANDOM, ...over.figuresOver };
  return mined('random', 0.5318, { reference: false, ...over, figuresOver });
}
