/** The candidates worker: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { Candidates } from '../src/candidates/candidates';
import type { CandidatesForPage } from '../src/candidates/api';
import { browserEngine } from '../src/candidates/store/duckdb';
import { expose } from '../src/worker';

const candidates = new Candidates(browserEngine);
const connectEngine = (port: MessagePort) => Comlink.expose(candidates.forEngine(), port);

expose<CandidatesForPage>(Object.assign(candidates, { connectEngine }));
