/** Queries of an evaluation against records of training, in time and memory beside the load. */

import { createWriteStream, mkdirSync, openAsBlob } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

import { duckInNode } from '../../tests/support/duck-engine';
import { Candidates } from '../../src/candidates/candidates';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { seededRandom } from '../../src/scoring/random';

const SIZES = { full: { records: 1_000_000, queries: 100_000 }, quick: { records: 20_000, queries: 2000 } };

/** Words of a query and of a passage. */
const LENGTHS = { query: 8, passage: 50 };

/** One query of the evaluation in a hundred stands in the records. */
const SHARED = 100;

const WORDS = 60_000;

/** @param cache folder for the files @returns seconds of reading the evaluation and comparing, bytes beside the load */
export async function measureEvaluation(
  quick: boolean,
  cache: string,
  say: (text: string) => void,
): Promise<{ records: number; queries: number; seconds: number; bytes: number }> {
  const { records, queries } = quick ? SIZES.quick : SIZES.full;
  mkdirSync(cache, { recursive: true });
  const training = join(cache, `training-${records}.jsonl`);
  const evaluation = join(cache, `evaluation-${queries}.jsonl`);
  say('writing the files');
  await writeFiles(training, evaluation, records, queries);
  const duckdb = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const worker = join(dirname(duckdb), 'duckdb-node-eh.worker.cjs');
  const candidates = new Candidates(duckInNode({ wasm: duckdb, worker }));
  const load = async (path: string, name: string, format: 'evaluation' | null) => {
    const options = { ...defaultLoadOptions(name), format };
    const outcome = await candidates.load(new File([await openAsBlob(path)], name), options, () => undefined);
    if (outcome.status === 'refused') throw new Error(outcome.refused.message);
    return outcome;
  };
  say(`loading ${records} records`);
  const loaded = await load(training, 'training.jsonl', null);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  say('comparing');
  const from = performance.now();
  await load(evaluation, 'evaluation.jsonl', 'evaluation');
  const sources = loaded.status === 'loaded' ? loaded.loaded.sources.map(({ id }) => id) : [];
  const [found] = await candidates.evaluation(sources);
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watch);
  await candidates.close();
  if (found?.queries !== Math.min(queries, Math.ceil(records / SHARED)))
    throw new Error(`${found?.queries ?? 0} queries of the evaluation were found.`);
  return { records, queries, seconds, bytes: most - before };
}

async function writeFiles(
  training: string,
  evaluation: string,
  records: number,
  queries: number,
): Promise<void> {
  const random = seededRandom(42);
  const text = (words: number) =>
    Array.from({ length: words }, () => `w${Math.floor(WORDS ** random())}x`).join(' ');
  const asked = Array.from({ length: queries }, () => ({
    query: text(LENGTHS.query),
    positive: text(LENGTHS.passage),
  }));
  await write(evaluation, queries, (i) => asked[i] ?? {});
  await write(training, records, (i) => ({
    query: i % SHARED === 0 && i / SHARED < queries ? asked[i / SHARED]?.query : text(LENGTHS.query),
    positive: text(LENGTHS.passage),
    negatives: [text(LENGTHS.passage)],
  }));
}

async function write(path: string, count: number, record: (i: number) => object): Promise<void> {
  const out = createWriteStream(path);
  for (let i = 0; i < count; i++) {
    if (!out.write(`${JSON.stringify(record(i))}\n`))
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  }
  out.end();
  await finished(out);
}
