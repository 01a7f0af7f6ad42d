/** What a run that was cut off loses, and that a run which goes on after it gives the figures of an unbroken one. */

import { cpSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Engine } from '../../src/engine/engine';
import type { RunProgress } from '../../src/engine/types';
import { stubBrowserGlobals } from '../support/browser-globals';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { madeEncoder } from '../support/made-encoder';
import { privateFiles } from '../support/private-files';
import { encoderOf, newEngine, runRequest, silent } from '../support/runs';
import { folderOfTest } from '../support/temporary';

const WORDS =
  'rain river sea snow wind stone field song king law doctor planet wool market train bread'.split(' ');
const text = (...places: number[]) => places.map((i) => `${WORDS[i % WORDS.length]}${i}`).join(' ');

/** Every text is another one. */
const SOURCES: TextRecord[][] = [1, 2].map((source) =>
  Array.from({ length: 200 }, (_, i) => ({
    query: text(i, i + 7),
    positive: text(i, i + 7, i + 9),
    negatives: [text(i, 31 * source + i), text(i + 7, 17 * source + i, i + 3)],
  })),
);

const BATCH = 4;
const REQUEST = runRequest([{}, { reference: false }], {
  encoder: encoderOf(madeEncoder()),
  settings: { queries: 'shared', batch_size: BATCH },
});

let disk: string;
/** What a tab finds on disk from now on. */
function onDisk(folder = folderOfTest()): void {
  disk = folder;
  vi.stubGlobal('navigator', { hardwareConcurrency: 1, storage: privateFiles(disk) });
}
beforeEach(() => {
  stubBrowserGlobals();
  onDisk();
});

/** An engine in a tab of its own, which starts with nothing but what is on disk; the user agreed to keep embeddings. */
function engineInNewTab(): Engine {
  const engine = newEngine();
  engine.setCandidates(candidatesInMemory(SOURCES));
  void engine.keepEmbeddings(true);
  return engine;
}

const unbroken = (engine = engineInNewTab()) => engine.run(REQUEST, silent);

/** What a result says but for what it cost. */
const figuresOf = ({ cost: _cost, ...figures }: Awaited<ReturnType<typeof unbroken>>) => figures;

describe('a run that is cancelled while it encodes', () => {
  it.each([100, 300, 700])('loses at most the batches under way: %s texts on', async (texts) => {
    const engine = engineInNewTab();
    let encoded = 0;
    const watch = ({ stage, done }: RunProgress) => {
      if (stage !== 'encode') return;
      encoded = done;
      if (done >= texts) engine.cancelRun();
    };
    await expect(engine.run(REQUEST, watch)).rejects.toThrow('The run was cancelled.');
    expect(encoded).toBeGreaterThanOrEqual(texts);

    const { cost, ...rest } = await unbroken();
    expect(cost.cached_texts).toBeGreaterThanOrEqual(encoded);
    // Every text once: nothing that had been encoded was encoded anew.
    expect(cost.encodes).toBe(cost.texts - cost.cached_texts);
    onDisk();
    expect(figuresOf({ cost, ...rest })).toEqual(figuresOf(await unbroken()));
  });
});

describe('a run whose tab is killed while it encodes', () => {
  it('finds all blocks but the last, on disk as the killed tab left it', async () => {
    const engine = engineInNewTab();
    let told = 0;
    let scored = 0;
    let left: string | null = null;
    const killed = engine.run(REQUEST, ({ stage, done, soFar }) => {
      if (stage !== 'encode' || left !== null) return;
      scored = Math.max(scored, ...(soFar?.sources ?? []).map(({ figures }) => figures.records));
      if (done < 600) return;
      // What is on the disk now is all that another tab would find.
      left = folderOfTest();
      cpSync(disk, left, { recursive: true });
      told = done;
    });
    await killed;
    onDisk(left ?? '');
    const { cost } = await unbroken();
    expect(told).toBeGreaterThanOrEqual(600);
    // Of each scored record of both: query and positive, which are shared, and two negatives each.
    expect(scored).toBeGreaterThan(0);
    expect(cost.cached_texts).toBeGreaterThanOrEqual(6 * scored);
    // All texts in forty blocks: at most one is lost.
    expect(told - cost.cached_texts).toBeLessThanOrEqual(Math.ceil(cost.texts / 40) + BATCH);
  });
});
