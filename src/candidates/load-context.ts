/** What the loading of a file works on. */

import type { FilePlan } from './formats/plan';
import type { Companions } from './records/companions';
import type { CandidateStore } from './store/store';
import type { LoadProgress } from './outcomes';

export interface LoadContext {
  readonly store: CandidateStore<FilePlan>;
  readonly companions: Companions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}
