/** The mining worker: wiring only. */

import '../src/seal/in-worker';

import { CrossScoringHost } from '../src/engine/cross-scoring';
import { BorrowedWorker } from '../src/lent-worker';
import { Mining } from '../src/mining/mining';
import relaxedUrl from '../src/simd/cosines-relaxed.wasm?url';
import cosinesUrl from '../src/simd/cosines.wasm?url';
import { expose } from '../src/worker';

// The worker's script lies one folder below the page, in development and when built.
const base = new URL('../models/', self.location.href);

const host = new Mining({
  base,
  cross: new CrossScoringHost(base),
  startWorker: () => new BorrowedWorker('encoder'),
  cosines: async (name) => (await fetch(name === 'cosines' ? cosinesUrl : relaxedUrl)).arrayBuffer(),
  version: __NEGSCOPE_VERSION__,
});

expose<Mining>(host);
