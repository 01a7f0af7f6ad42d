import { expose } from 'comlink';

import { Candidates } from '../src/candidates/candidates';
import { browserEngine } from '../src/candidates/store/duckdb';

expose(new Candidates(browserEngine));
