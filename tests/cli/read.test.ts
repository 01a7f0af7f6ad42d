/** Reading on the terminal, by the session of the page and the worker's own class. */

import '../session/runes';

import { expect, it } from 'vitest';

import { Candidates } from '../../src/candidates/candidates';
import type { WorkerPair } from '../../src/app/workers';
import { foundIn } from '../../src/cli/read';
import type { PickedFolder } from '../../src/session/encoder/picked-folder';
import { SourcesState } from '../../src/session/files/sources-state.svelte';
import { Inputs } from '../../src/session/inputs/inputs.svelte';
import { nodeEngine } from '../candidates/support';
import { jsonl } from '../support/jsonl';

const corpus = (count: number) =>
  jsonl(
    ...Array.from({ length: count }, (_, i) => ({ _id: `d${i + 1}`, text: `This is the text ${i + 1}.` })),
  );

const FILES: Readonly<Record<string, string>> = {
  'ids.jsonl': jsonl(
    { query: 'q1', pos: ['d1'], neg: ['d2', 'd3'] },
    { query: 'q2', pos: ['d2'], neg: ['d3', 'd1'] },
  ),
  // Its name tells nothing.
  'texts.jsonl': corpus(40),
  'queries.jsonl': jsonl({ _id: 'q1', text: 'Who wrote the first?' }, { _id: 'q2', text: 'Who wrote it?' }),
  'run.trec': Array.from({ length: 30 }, (_, i) => `q1 Q0 d${i + 3} ${i + 1} ${50 - i} x\n`).join(''),
  'qrels.txt': 'q1 0 d1 1\nq2 0 d2 1\n',
};

function start() {
  const candidates = new Candidates(nodeEngine) as unknown as WorkerPair['candidates'];
  const pair = { candidates, guard: <T>(answer: Promise<T>) => answer };
  return { phase: 'ready' as const, ready: () => Promise.resolve(pair) };
}

/** @param given files that come one after the other, each with its folders */
async function readFiles(given: readonly [File[], PickedFolder[]][], search = '') {
  const workers = start();
  const sources = new SourcesState(workers, new Inputs(search));
  for (const each of given) await sources.addAll(...each);
  return sources;
}

const fileOf = (name: string) => new File([FILES[name] ?? ''], name);

/** What is said of each file, in the order of their names. @param isAtOnce whether all come together */
async function said(names: readonly string[], isAtOnce = true) {
  const files = names.map(fileOf);
  const read = await readFiles(isAtOnce ? [[files, []]] : files.map((file) => [[file], []]));
  const words = read.files.map(({ outcome }) => {
    if (outcome?.status === 'companion') return [outcome.companion.file, outcome.companion.words];
    if (outcome?.status !== 'loaded') return [outcome?.status];
    const { file, interpretation, sources } = outcome.loaded;
    return [file, interpretation.words, interpretation.topK, sources.map(({ counts }) => counts.pairs)];
  });
  return {
    files: words.map(String).sort(),
    found: foundIn(read.files)
      .map(({ name, findings }) => [name, findings])
      .sort(),
  };
}

it('gives the same in every order of the files, at once or one after the other', async () => {
  const names = Object.keys(FILES);
  const expected = await said(names);
  expect(expected.files).toContainEqual(expect.stringMatching(/^ids\.jsonl,.*,,4$/));
  expect(expected.files).toContainEqual(expect.stringMatching(/^run\.trec,.*,2,2$/));
  const orders = names.map((_, turn) => [...names.slice(turn), ...names.slice(0, turn)]);
  for (const order of [...orders, names.toReversed()])
    for (const isAtOnce of [true, false])
      expect(await said(order, isAtOnce), `${order.join()} ${isAtOnce}`).toEqual(expected);
});

it('reads folders as the page does, and finds what of an evaluation stands in the files', async () => {
  const record = { query: 'query 1', pos: ['its positive'], neg: ['one text', 'another text'] };
  const files = [
    { path: 'a.jsonl', file: new File([jsonl(record)], 'a.jsonl') },
    { path: 'README.md', file: new File(['# Words'], 'README.md') },
    { path: 'picture.png', file: new File([Uint8Array.of(0x89, 0x50, 0, 0)], 'picture.png') },
  ];
  const list = new File(['Query 1?\n'], 'dev.txt');
  const read = await readFiles([[[list], [{ name: 'set', files }]]], '?evaluation=dev.txt');
  expect(read.files.map(({ outcome }) => outcome?.status)).toEqual(['companion', 'loaded']);
  expect(read.skipped).toEqual(['set/README.md', 'set/picture.png']);
  const [own] = foundIn(read.files);
  expect(own?.findings.find(({ id }) => id === 'evaluation')?.severity).toBe('train');
  expect(read.notice).toBeNull();
});
