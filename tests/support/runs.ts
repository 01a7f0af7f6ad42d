/** Runs of the engine on sources in memory: requests that say only what is their own. */

import { Engine } from '../../src/engine/engine';
import type { RunSettings } from '../../src/engine/result';
import type { CertaintyRequest, RunRequest } from '../../src/engine/types';
import type { Gating } from '../../src/scoring/weightings';
import { startEncoderWorker } from './browser-globals';
import { candidatesInMemory, type MemoryCandidates, type TextRecord } from './candidates';
import { folderOnDisk, MINI } from './folders';
import { RUN_SETTINGS } from './results';

export const silent = () => undefined;

/** What a test says of a run; what it does not say is as usual. */
export interface RunChanges extends Partial<Pick<RunRequest, 'encoder' | 'device'>> {
  readonly settings?: Partial<RunSettings>;
  readonly rule?: RunRequest['stop']['rule'];
}

/**
 * A run of all records on the embeddings that the sources give, in float64, every source a reference of setting "all".
 * @param sources how many there are, or what is not as usual about each
 */
export function runRequest(
  sources: number | readonly Partial<RunRequest['sources'][number]>[],
  { settings, rule = 'all', encoder = null, device = 'wasm' }: RunChanges = {},
): RunRequest {
  const asked = typeof sources === 'number' ? Array.from({ length: sources }, () => ({})) : sources;
  return {
    sources: asked.map((source, id) => ({
      id,
      name: `source ${id}`,
      setting: 'all',
      reference: true,
      misread: false,
      ...source,
    })),
    encoder,
    device,
    settings: { ...RUN_SETTINGS, ...settings },
    stop: { rule, level: 0.95 },
  };
}

/** The conditions of figures of a run of {@link runRequest}. @param sources how many it has */
export function judgedAs(gating: Partial<Gating> = {}, sources = 1): CertaintyRequest {
  return {
    ...RUN_SETTINGS,
    ...gating,
    settings: new Array<string>(sources).fill('all'),
    references: new Array<boolean>(sources).fill(true),
  };
}

/** An encoder as the user picks it, the demo's where none is said. */
export function encoderOf(model = folderOnDisk('negscope-mini', MINI)): NonNullable<RunRequest['encoder']> {
  return {
    model,
    onnx:
      ['onnx/model.onnx', 'model.safetensors'].find((onnx) =>
        model.files.some(({ path }) => path === onnx),
      ) ?? '',
    settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128 },
  };
}

/** An engine that knows of no candidates; its encoder workers run in this thread. */
export function newEngine(startWorker: () => Worker = startEncoderWorker): Engine {
  return new Engine(new URL('http://localhost/models/'), startWorker);
}

export function engineOnCandidates(candidates: MemoryCandidates): Engine {
  const engine = newEngine();
  engine.setCandidates(candidates);
  return engine;
}

export function engineOn(sources: readonly (readonly TextRecord[])[]): Engine {
  return engineOnCandidates(candidatesInMemory(sources));
}
