/** Engines with a finished run on given embeddings, and experiments on it. */

import { expect } from 'vitest';

import type { Engine } from '../../src/engine/engine';
import type { ExperimentSettings } from '../../src/experiments/experiment';
import type { ExperimentId, ExperimentOutcome } from '../../src/experiments/list';
import type { ShownSource } from '../../src/experiments/shown-source';
import { ExperimentRunner } from '../../src/experiments/runner';
import type { RunResult, RunSettings } from '../../src/engine/result';
import type { RunRequest } from '../../src/engine/types';
import { candidatesInMemory, type MemoryCandidates, type TextRecord } from './candidates';
import { goldenRecords } from './golden';
import { engineOnCandidates, runRequest, silent } from './runs';

export interface NamedSource {
  readonly name: string;
  readonly records: readonly TextRecord[];
  readonly setting?: string;
  readonly reference?: boolean;
}

export class RankedSources {
  private constructor(
    readonly engine: Engine,
    readonly experiments: ExperimentRunner,
    readonly candidates: MemoryCandidates,
    readonly result: RunResult,
    readonly settings: ExperimentSettings,
  ) {}

  static async rank(
    sources: readonly NamedSource[],
    changes: Partial<RunSettings> = {},
    encoder: RunRequest['encoder'] = null,
  ): Promise<RankedSources> {
    const candidates = candidatesInMemory(sources.map(({ records }) => records));
    const engine = engineOnCandidates(candidates);
    const compared = sources.map(({ name, setting = 'all', reference = true }) => ({
      name,
      setting,
      reference,
    }));
    const request = runRequest(compared, { settings: changes, encoder });
    const result = await engine.run(request, silent);
    return new RankedSources(engine, new ExperimentRunner(engine), candidates, result, {
      tau: request.settings.tau,
      weighting: request.settings.weighting,
      sources: compared.map((source, id) => ({ ...source, id, outside: false })),
      seed: request.settings.seed,
      base: 0,
    });
  }

  async outcome<K extends ExperimentId>(
    id: K,
    changes: Partial<ExperimentSettings> = {},
  ): Promise<ExperimentOutcome<K>> {
    const settings = { ...this.settings, ...changes };
    const outcome = await this.experiments.experiment(id, settings, () => undefined);
    expect(outcome.id).toBe(id);
    return outcome as ExperimentOutcome<K>;
  }

  async perform<K extends ExperimentId>(
    id: K,
    changes: Partial<ExperimentSettings> = {},
  ): Promise<ExperimentOutcome<K>['result']> {
    return (await this.outcome(id, changes)).result;
  }
}

/** The sources of an outcome as a page shows them. */
export function shownIn({ sources }: Pick<ExperimentSettings, 'sources'>): readonly ShownSource[] {
  return sources.map((source, colour) => ({ ...source, colour, css: '', figures: null }));
}

/** A golden source as texts with their rows. */
export function goldenSource(name: string): NamedSource {
  const records = goldenRecords(name).map((record) => ({
    query: record.query,
    positive: record.positive,
    negatives: record.negatives,
    rows: {
      query: record.query_embedding,
      positive: record.positive_embedding,
      negatives: record.negative_embeddings,
    },
  }));
  return { name, records, reference: name !== 'noise' };
}
