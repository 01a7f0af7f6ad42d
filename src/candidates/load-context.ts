/** What the loading of a file works on. */

import type { Companions } from './records/companions';
import type { CandidateStore } from './store/store';
import type { LoadProgress } from './types';

export interface LoadContext {
  readonly store: CandidateStore;
  readonly companions: Companions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}
