/** The page's workers in Node: their classes in the command's thread. */

import type { WorkerPair } from '../app/workers';
import { Candidates, NO_DUCKDB } from '../candidates/candidates';
import { Engine } from '../engine/engine';
import { withExperiments } from '../experiments/runner';
import informationUrl from '../simd/information.wasm?url';
import { PAGE } from './host';

export const MODELS = new URL('models/', PAGE);

export function startHere(): Promise<WorkerPair> {
  const candidates = new Candidates(NO_DUCKDB);
  const engine = new Engine(MODELS, startNone, async () =>
    WebAssembly.compile(await moduleAt(informationUrl)),
  );
  engine.setCandidates(candidates);
  return Promise.resolve({
    candidates: candidates as unknown as WorkerPair['candidates'],
    engine: withExperiments(engine) as unknown as WorkerPair['engine'],
    crashed: new Promise<never>(() => undefined),
    guard: (answer) => answer,
    endEngine: () => undefined,
    terminate: () => undefined,
  });
}

/** An engine asks for no worker in Node. */
export function startNone(): never {
  throw new Error('A command starts no worker.');
}

/** A binary of WebAssembly. */
export async function moduleAt(address: string): Promise<ArrayBuffer> {
  return (await fetch(new URL(address, import.meta.url))).arrayBuffer();
}
