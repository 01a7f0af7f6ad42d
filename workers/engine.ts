/** The engine worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import type { CandidatesForEngine } from '../src/candidates/candidates';
import { Engine, type EngineForPage } from '../src/engine/engine';
import { withExperiments, type ExperimentsForPage } from '../src/experiments/runner';
import { BorrowedWorker } from '../src/lent-worker';
import informationUrl from '../src/simd/information.wasm?url';
import { expose } from '../src/worker';

// The worker's script lies one folder below the page, in development and when built.
const engine = new Engine(
  new URL('../models/', self.location.href),
  () => new BorrowedWorker('encoder'),
  async () =>
    WebAssembly.compile(await (await fetch(new URL(informationUrl, self.location.href))).arrayBuffer()),
);

const api: EngineForPage & ExperimentsForPage = Object.assign(withExperiments(engine), {
  connectCandidates: (port: MessagePort) => engine.setCandidates(Comlink.wrap<CandidatesForEngine>(port)),
});

expose(api);
