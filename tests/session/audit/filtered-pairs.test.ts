/** The list under a filter while run, sources, marks and filter change: DuckDB and the views themselves answer. */

import '../runes';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { WorkerAccess } from '../../../src/app/ask';
import type { PairViewsWorker } from '../../../src/app/pair-views';
import type { WorkerPair } from '../../../src/app/workers';
import { Candidates } from '../../../src/candidates/candidates';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { PairViews } from '../../../src/crossfilter/pair-views';
import type { FlatPairs } from '../../../src/scoring/flat-pairs';
import { AUDIT_START, NO_FILTER, type PairFilter } from '../../../src/session/audit/filter';
import { FilteredPairs } from '../../../src/session/audit/filtered-pairs.svelte';
import { MarksState } from '../../../src/session/audit/marks.svelte';
import { fileOf, jsonl, nodeEngine, sourceOf } from '../../candidates/support';
import { flatPairs } from '../../crossfilter/flat-pairs';

type FilteredBy = ConstructorParameters<typeof FilteredPairs>[1];

const MARKED = 'SELECT source, record, position FROM marks';

/** Methods as they are across a worker: promises. */
function promised<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      const call = (...given: unknown[]) =>
        Promise.resolve().then((): unknown =>
          (method as (...all: unknown[]) => unknown).apply(target, given),
        );
      return typeof method === 'function' ? call : method;
    },
  });
}

describe('the pairs under a filter', () => {
  let candidates: Candidates;
  let source: LoadedSource;
  let flat: FlatPairs;
  /** What is asked of the store, and errors that it gives instead of an answer, by the method's name. */
  const failing = new Map<string, Error>();

  beforeAll(async () => {
    candidates = new Candidates(nodeEngine);
    const records = ['foo', 'bar'].map((query) => ({ query, positive: `p ${query}`, negatives: ['a', 'b'] }));
    const outcome = await candidates.load(
      fileOf('one.jsonl', jsonl(...records)),
      defaultLoadOptions('one.jsonl'),
      () => undefined,
    );
    source = sourceOf(outcome);
    const { rows } = await candidates.query(
      `SELECT record - 1, position - 1, query, positive, passage FROM negatives JOIN records USING (source, record)
       ORDER BY record, position`,
      { limit: 10 },
    );
    flat = flatPairs(
      rows.map((row, i) => {
        const at = (column: number) => Number(row[column]);
        const place = { source: source.id, record: at(0), position: at(1) };
        const texts = { query: at(2), positive: at(3), negative: at(4) };
        return { ...place, ...texts, m: 0.1 * i, l: 0.1, distance: 0.2 * i, coverage: 0.5 };
      }),
    );
    await candidates.fillPairs(flat);
  });

  afterAll(() => candidates.close());

  async function shown() {
    const engine = {
      flatPairs: () => Promise.resolve(structuredClone(flat)),
      fillPairs: () => Promise.resolve(),
    };
    const pair = {
      engine,
      candidates: new Proxy(promised(candidates), {
        get: (target, name) => {
          const error = failing.get(String(name));
          return error ? () => Promise.reject(error) : (Reflect.get(target, name) as unknown);
        },
      }),
      guard: <T>(answer: Promise<T>) => answer,
    } as unknown as WorkerPair;
    const workers: WorkerAccess<WorkerPair> = { phase: 'ready', ready: () => Promise.resolve(pair) };
    const marks = new MarksState({ workers });
    const now = {
      at: 1,
      tau: 0.05,
      filter: NO_FILTER as PairFilter,
      entries: [{ name: 'one', loaded: { id: source.id } }],
    };
    const by: FilteredBy = {
      run: () =>
        ({
          at: now.at,
          result: { settings: { tau: now.tau, weighting: 'full' } },
          sources: [{ id: source.id, entry: { name: 'one' }, loaded: source }],
        }) as unknown as ReturnType<FilteredBy['run']>,
      entries: () => now.entries,
      place: () => ({ filter: now.filter, sort: { ...AUDIT_START.sort, by: 'file', descending: false } }),
      marks,
    };
    const open = () =>
      ({
        api: promised(new PairViews()),
        start: <T>(answer: Promise<T>) => answer,
        guard: <T>(answer: Promise<T>) => answer,
        close: () => undefined,
      }) as unknown as PairViewsWorker;
    const filtered = new FilteredPairs(workers, by, () => undefined, open);
    const asked = async (filter: Partial<PairFilter>) => {
      now.filter = { ...NO_FILTER, ...filter };
      await filtered.view.ask();
      return [...(filtered.answer?.rows ?? [])];
    };
    await filtered.pairs.ask();
    return { filtered, marks, now, asked };
  }

  it('are not those of another filter, temperature or run', async () => {
    const { filtered, now, asked } = await shown();
    expect(await asked({})).toHaveLength(4);
    expect(filtered.isCurrent).toBe(true);
    now.filter = { ...NO_FILTER, search: 'foo' };
    expect(filtered.isCurrent).toBe(false);
    expect(filtered.answer?.rows).toHaveLength(4);
    now.tau = 0.2;
    expect(filtered.answer).toBeNull();
    await filtered.pairs.ask();
    expect(filtered.prepared).not.toBeNull();
    expect(filtered.answer).toBeNull();
    expect(await asked({ search: 'foo' })).toEqual([0, 1]);
    now.at = 2;
    expect([filtered.prepared, filtered.answer]).toEqual([null, null]);
  });

  it('follow the marks where the query reads them, and ask no other query again', async () => {
    const { filtered, marks, asked } = await shown();
    const query = vi.spyOn(candidates, 'query');
    expect(await asked({ sql: MARKED })).toEqual([]);
    const first = { source: source.id, records: Int32Array.of(1), positions: Int32Array.of(0) };
    await marks.mark([first], 'drop');
    expect(filtered.isCurrent).toBe(false);
    expect(await asked({ sql: MARKED })).toEqual([2]);
    expect(query).toHaveBeenCalledTimes(2);
    const all = MARKED.replace('marks', 'negatives');
    expect(await asked({ sql: all })).toHaveLength(4);
    await marks.undo();
    expect(await asked({ sql: all })).toHaveLength(4);
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
    // The list stays as it is under a mark that its filter does not read: a press on "all" counts at once.
    await marks.mark([first], 'keep');
    expect(filtered.isCurrent).toBe(true);
    await asked({ marks: ['keep'] });
    await marks.mark([first], 'drop');
    expect(filtered.isCurrent).toBe(false);
  });
});
