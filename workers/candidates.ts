import { expose } from 'comlink';

import { Candidates } from '../src/candidates/candidates';
import { browserEngine } from '../src/candidates/duckdb';

expose(new Candidates(browserEngine));
