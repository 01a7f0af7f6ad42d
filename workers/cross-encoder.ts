/** A cross-encoder's worker: wiring only. */

import '../src/seal/in-worker';

import { CrossScoringHost, type CrossScoring } from '../src/engine/cross-scoring';
import { expose } from '../src/worker';

// The worker's script lies one folder below the page, in development and when built.
expose<CrossScoring>(new CrossScoringHost(new URL('../models/', self.location.href)));
