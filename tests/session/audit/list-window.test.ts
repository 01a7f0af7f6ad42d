/** Rows in view: fetched together, the last ones asked for, and dropped once figures change. */

import '../runes';

import { describe, expect, it } from 'vitest';

import type { ViewedPair } from '../../../src/crossfilter/pair-views';
import { ListWindow } from '../../../src/session/audit/list-window.svelte';

/** The id of a text that went with its source. */
const GONE = 800;

const pairOf = (row: number) => ({ row, query: 10 * row, negative: 100 * row }) as ViewedPair;

/** Answers when it is told to. */
class SlowViews {
  readonly asked: number[][] = [];
  private readonly waiting: (() => void)[] = [];

  viewed = (rows: Int32Array): Promise<ViewedPair[]> => {
    this.asked.push([...rows]);
    return new Promise((resolve) => this.waiting.push(() => resolve(Array.from(rows, pairOf))));
  };

  async answer(): Promise<void> {
    await settled();
    this.waiting.shift()?.();
    await settled();
  }
}

/** Until what waits has gone on. */
const settled = () => new Promise((done) => setTimeout(done, 0));

const pair = {
  candidates: {
    excerpts: (queries: Int32Array, passages: Int32Array) =>
      Promise.resolve({
        queries: Array.from(queries, (id) => `q${id}`),
        passages: Array.from(passages, (id) => (id === GONE ? null : `p${id}`)),
      }),
  },
  guard: <T>(answer: Promise<T>) => answer,
};
const workers = { phase: 'ready', ready: () => Promise.resolve(pair) } as unknown as ConstructorParameters<
  typeof ListWindow
>[0];

describe('the rows in view', () => {
  it('are not taken from an answer to before they were forgotten', async () => {
    const views = new SlowViews();
    const list = new ListWindow(workers, views.viewed);
    void list.want([1]);
    await settled();
    list.forget();
    await views.answer();
    expect(list.row(1)).toBeUndefined();
    await views.answer();
    expect(list.row(1)).toBeDefined();
    expect(views.asked).toEqual([[1], [1]]);
  });

  it('come although the text of one of them is gone', async () => {
    const views = new SlowViews();
    const list = new ListWindow(workers, views.viewed);
    void list.want([7, 8]);
    await views.answer();
    expect([list.row(7)?.negative, list.row(8)?.negative]).toEqual(['p700', null]);
  });
});
