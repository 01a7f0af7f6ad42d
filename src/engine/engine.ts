/** The engine: what the page asks of its worker. */

import type { CandidatesForEngine } from '../candidates/types';
import { readFolderInfo } from '../encoder/folder-settings';
import { openModelFolder, servedModels } from '../encoder/model-folder';
import type { ModelFolderInfo, ModelSource } from '../encoder/types';
import type { MatrixFigures, RunResult, SourceResult } from '../report/types';
import { pairRows, sourceStatistics } from '../scoring/statistics';
import type { WeightingId } from '../scoring/weightings';
import { float64Accumulator } from './accumulator';
import { NothingRankedError, RunInputError } from './errors';
import { matrixFigures } from './matrices';
import { Run, type FinishedRun } from './run';
import type { SourceData } from './source-data';
import { Task } from './task';
import type { EngineForPage, RegateRequest, RunProgress, RunRequest } from './types';

/** Pairs shown in a report for checking by hand. */
const FIRST_PAIRS = 8;

type Matrices = Record<WeightingId, MatrixFigures>;

/** `connectCandidates` is the worker's wiring; the class takes what it wires. */
export class Engine implements Omit<EngineForPage, 'connectCandidates'> {
  private candidates: CandidatesForEngine | null = null;
  private run_: Run | null = null;
  private finished: FinishedRun | null = null;
  private matrices: readonly Matrices[] = [];
  private rescoring: Task | null = null;

  /** @param modelBase address of `models/`, with a slash at the end */
  constructor(private readonly modelBase: URL) {}

  setCandidates(candidates: CandidatesForEngine): void {
    this.candidates = candidates;
  }

  async listModels(): Promise<readonly { name: string; description: string | null }[]> {
    const models = await servedModels(this.modelBase);
    return models.map((m) => ({ name: m.name, description: m.description ?? null }));
  }

  async inspectModel(model: ModelSource): Promise<ModelFolderInfo> {
    return readFolderInfo(await openModelFolder(model, this.modelBase));
  }

  async run(request: RunRequest, onProgress: (progress: RunProgress) => void): Promise<RunResult> {
    if (!this.candidates) throw new RunInputError('The candidates worker is not connected. Reload the page.');
    this.cancelRun();
    this.rescoring?.cancel();
    const run = new Run(request, this.candidates, this.modelBase, onProgress);
    this.run_ = run;
    try {
      const finished = await run.execute();
      this.finished = finished;
      this.matrices = finished.matrices;
      return {
        settings: request.settings,
        encoder: finished.encoder,
        device: finished.device,
        idf_corpus: finished.idf,
        sources: this.regate(request.settings),
        cost: finished.cost,
      };
    } finally {
      if (this.run_ === run) this.run_ = null;
    }
  }

  cancelRun(): void {
    this.run_?.task.cancel();
  }

  regate({ tau, weighting }: RegateRequest): SourceResult[] {
    return this.ranked().sources.map((source, i) =>
      sourceResult(source, this.matrices[i] as Matrices, tau, weighting),
    );
  }

  async rescore(request: RegateRequest): Promise<SourceResult[]> {
    const { sources } = this.ranked();
    this.rescoring?.cancel();
    const task = new Task();
    this.rescoring = task;
    const matrices: Matrices[] = [];
    for (const source of sources) {
      const accumulator = float64Accumulator(source.vectors.dimension);
      matrices.push(await matrixFigures(source, request.tau, accumulator, task));
    }
    this.matrices = matrices;
    return this.regate(request);
  }

  private ranked(): FinishedRun {
    if (!this.finished) throw new NothingRankedError();
    return this.finished;
  }
}

function sourceResult(source: SourceData, matrices: Matrices, tau: number, weighting: WeightingId): SourceResult {
  const { statistics, histograms } = sourceStatistics(source.columns, tau, weighting);
  const { eci, lambda_max } = matrices[weighting];
  const dimension = source.vectors.dimension;
  return {
    id: source.id,
    name: source.name,
    figures: {
      ...statistics,
      dimension,
      eci,
      eci_per_dim: eci / dimension,
      lambda_max,
      weightings: matrices,
      first_pairs: pairRows(source.columns, tau, FIRST_PAIRS),
    },
    histograms,
  };
}
