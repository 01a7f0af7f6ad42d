import { beforeAll, describe, expect, it } from 'vitest';

import type { RunProgress, RunRequest } from '../../src/engine/types';
import type { RunResult, RunSettings } from '../../src/engine/result';
import { stubBrowserGlobals } from '../support/browser-globals';
import type { TextRecord } from '../support/candidates';
import { MADE_DIMENSION, madeEncoder } from '../support/made-encoder';
import { expectRelative } from '../support/near';
import { encoderOf, engineOn, runRequest } from '../support/runs';

const WORDS =
  'rain river sea snow wind stone field song king law doctor planet wool market train bread'.split(' ');
const text = (...places: number[]) => places.map((i) => WORDS[i % WORDS.length]).join(' ');

/** Sources that share queries and positives; one record's own positive is among its negatives. */
function source(records: number, step: number): TextRecord[] {
  return Array.from({ length: records }, (_, i) => ({
    query: text(i, i + 1),
    positive: text(i, i + 1, i + 2, i + 3),
    negatives: [
      text(i + step, i + 2 * step),
      text(i, i + 3 * step, i + 5),
      ...(i === 4 ? [text(i, i + 1, i + 2, i + 3)] : []),
    ],
  }));
}
const SOURCES = [source(18, 1), source(18, 4)];

const request = (sources: number, settings: Partial<RunSettings> = {}): RunRequest =>
  runRequest(sources, { settings, encoder: encoderOf(madeEncoder()) });

const run = (
  sources: TextRecord[][],
  settings?: Partial<RunSettings>,
  onProgress = (_: RunProgress) => undefined,
) => engineOn(sources).run(request(sources.length, settings), onProgress);

/** All scores and means of two runs within 1e-6. */
function expectSame(a: RunResult, b: RunResult): void {
  for (const [s, { figures }] of a.sources.entries()) {
    const other = b.sources[s]?.figures;
    for (const key of [
      'eci',
      'trace',
      'lambda_max',
      'mean_rho',
      'mean_eta',
      'mean_psi',
      'mnrl_proxy',
    ] as const) {
      expectRelative(other?.[key] as number, figures[key], 1e-6);
    }
  }
}

beforeAll(() => stubBrowserGlobals());

describe('a run with an encoder in workers', () => {
  it('encodes each distinct token sequence once, and says what it did', async () => {
    const { cost, encoder, device, idf_corpus, sources } = await run(SOURCES);
    const queries = new Set(SOURCES.flat().map((r) => r.query));
    const passages = new Set(SOURCES.flat().flatMap((r) => [r.positive, ...r.negatives]));
    expect(cost.texts).toBe(queries.size + passages.size);
    // Without prefixes a query and a passage of the same words are one sequence.
    expect(cost.encodes).toBe(new Set([...queries, ...passages]).size);
    expect(cost.cache.kind).toBe('memory');
    expect(encoder).toMatchObject({ name: 'made', dtype: 'fp32', dimension: MADE_DIMENSION });
    expect(device).toMatchObject({
      kind: 'wasm',
      threads: 1,
      reason: 'wasm, 1 thread: chosen by the user; Î, trace and log det in float64',
    });
    expect(idf_corpus.texts).toBe(passages.size);
    expect(sources.map((s) => s.figures.records)).toEqual([18, 18]);
  });

  it('does not depend on the batch size, nor on the number of workers', async () => {
    const first = await run(SOURCES);
    expectSame(first, await run(SOURCES, { batch_size: 1 }));
    expectSame(first, await run(SOURCES, { batch_size: 256 }));
    stubBrowserGlobals(3);
    const three = await run(SOURCES);
    stubBrowserGlobals();
    expect(three.device.reason).toBe(
      'wasm, 3 workers of one thread: chosen by the user; Î, trace and log det in float64',
    );
    expectSame(first, three);
  });

  it.each([9, 24])(
    'ranks %s records of one query, more than fit into a block of the visit',
    async (records) => {
      // Every record of the second block has its query and positive in the first.
      const one = Array.from({ length: records }, (_, i) => ({
        query: 'rain river',
        positive: 'rain river sea',
        negatives: [text(i, i + 3), text(i + 5)],
      }));
      const { sources } = await run([one]);
      expect(sources[0]?.figures.records).toBe(records);
    },
  );
});
