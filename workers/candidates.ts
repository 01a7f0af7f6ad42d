/** The candidates worker: wiring only. */

import { Candidates } from '../src/candidates/candidates';
import { browserEngine } from '../src/candidates/store/duckdb';
import { expose } from '../src/wiring/expose';

expose(new Candidates(browserEngine));
