/** What a session is made of, for what is kept of it and reported of it. */

import type { WorkerAccess } from '../app/ask';
import type { SessionReport } from '../experiments/result';
import type { MinedFile } from '../mining/mining';
import type { RankingView } from '../report/ranking';
import type { Result } from '../report/result';
import type { MarksState } from './audit/marks.svelte';
import type { EncoderState } from './encoder/encoder-state.svelte';
import type { SourcesState } from './files/sources-state.svelte';
import type { Inputs } from './inputs/inputs.svelte';
import type { JudgeState } from './judge/judge-state.svelte';
import type { LabState } from './lab/lab-state.svelte';
import type { RunState } from './run/run-state.svelte';

/** What was mined on this page: its file is nowhere else. */
export interface MinedHere extends MinedFile {
  readonly content: File;
}

export interface SessionStates {
  readonly workers: WorkerAccess;
  readonly sources: SourcesState;
  readonly encoder: EncoderState;
  readonly settings: Inputs;
  readonly run: RunState;
  readonly lab: LabState;
  readonly marks: MarksState;
  readonly judge: JudgeState;
  readonly result: Result | null;
  readonly ranked: RankingView;
  /** True where "Rank sources" would now give another result. */
  readonly stale: boolean;
  lastReport: SessionReport | null;
  /** True where a run is to begin by itself. */
  awaitsRun: boolean;
  mined: readonly MinedHere[];
  readonly mining: boolean;
}
