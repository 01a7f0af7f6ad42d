/** The page's workers in Node: their classes in the command's thread. */

import type { Remote } from 'comlink';

import type { WorkerPair } from '../app/workers';
import { Candidates, NO_DUCKDB } from '../candidates/candidates';
import { Engine } from '../engine/engine';
import { ExperimentRunner } from '../experiments/runner';
import informationUrl from '../simd/information.wasm?url';
import { PAGE } from './host';

export const MODELS = new URL('models/', PAGE);

export function startHere(): Promise<WorkerPair> {
  const candidates = new Candidates(NO_DUCKDB);
  const engine = new Engine(MODELS, startNone, async () =>
    WebAssembly.compile(await moduleAt(informationUrl)),
  );
  engine.setCandidates(candidates);
  const experiments = new ExperimentRunner(engine);
  const api = Object.assign(engine, {
    connectCandidates: () => undefined,
    quick: experiments.quick.bind(experiments),
    experiment: experiments.experiment.bind(experiments),
    madeSource: experiments.madeSource.bind(experiments),
  });
  return Promise.resolve({
    candidates: answering(candidates),
    engine: answering(api),
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

/** Every answer is a promise, as that of a worker. */
function answering<T extends object>(target: T): Remote<T> {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => Reflect.apply(value, target, given) as unknown;
    },
  }) as unknown as Remote<T>;
}
