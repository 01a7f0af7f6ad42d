/** What the build puts before the script of a worker that is not ours, DuckDB's, so that its end is noticed. */

import { holdLifeline } from './lifeline';

holdLifeline(self);
