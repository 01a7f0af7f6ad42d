/** The candidates worker: wiring only. */

import { Candidates } from '../src/candidates/candidates';
import { browserParquet } from '../src/candidates/parquet/browser-engine';
import { useParquetEngine } from '../src/candidates/parquet/engine';
import { browserEngine } from '../src/candidates/store/duckdb';
import { expose } from '../src/wiring/expose';

useParquetEngine(browserParquet);
expose(new Candidates(browserEngine));
