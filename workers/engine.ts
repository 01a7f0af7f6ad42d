/** The engine worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import type { CandidatesForEngine } from '../src/candidates/faces';
import { Engine } from '../src/engine/engine';
import type { EngineForPage } from '../src/engine/types';
import { ExperimentRunner, type ExperimentsForPage } from '../src/experiments/runner';
import { expose } from '../src/worker';

// The worker's script lies one folder below the page, in development and when built.
const engine = new Engine(
  new URL('../models/', self.location.href),
  () => new Worker(new URL('./encoder.ts', import.meta.url), { type: 'module' }),
  () => new Worker(new URL('./sums.ts', import.meta.url), { type: 'module' }),
);

const experiments = new ExperimentRunner(engine);

const face: EngineForPage & ExperimentsForPage = {
  connectCandidates: (port) => engine.setCandidates(Comlink.wrap<CandidatesForEngine>(port)),
  run: (request, onProgress) => engine.run(request, onProgress),
  cancelRun: () => engine.cancelRun(),
  stopRun: () => engine.stopRun(),
  recompute: (request) => engine.recompute(request),
  rescore: (request, scope, onProgress) => engine.rescore(request, scope, onProgress),
  cancelRescore: () => engine.cancelRescore(),
  certainty: (request) => engine.certainty(request),
  randomBaseline: (request) => engine.randomBaseline(request),
  cleaned: (request, onProgress) => engine.cleaned(request, onProgress),
  askedPairs: (pairs, tau) => engine.askedPairs(pairs, tau),
  examplePairs: (request) => engine.examplePairs(request),
  flatPairs: () => engine.flatPairs(),
  fillPairs: () => engine.fillPairs(),
  searchByEmbedding: (onProgress) => engine.searchByEmbedding(onProgress),
  cancelSearch: () => engine.cancelSearch(),
  weighTokens: (text) => engine.weighTokens(text),
  experimentCost: (request) => experiments.experimentCost(request),
  experiment: (request, onProgress) => experiments.experiment(request, onProgress),
  cancelExperiment: () => experiments.cancelExperiment(),
  madeSource: (request) => experiments.madeSource(request),
  cacheSize: () => engine.cacheSize(),
  clearCache: () => engine.clearCache(),
};

expose(face);
