import '../runes';

import { beforeEach, expect, it } from 'vitest';

import { RejectsLostError } from '../../../src/app/errors';
import type { RejectCode } from '../../../src/candidates/candidate-record';
import type { LoadOutcome } from '../../../src/candidates/outcomes';
import { singleFile, type FileEntry, type SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { SourcesState } from '../../../src/session/files/sources-state.svelte';
import { Inputs } from '../../../src/session/inputs/inputs.svelte';
import { isSameReading } from '../../../src/identity';
import { interpretation, loadedFile, reject } from '../../support/results';
import { asCompanion, asRefused, asSources, FakeWorkers, type Outcome } from '../fake-workers';

const given = (...names: string[]) => names.map((name) => singleFile(new File(['x'], name)));

/** A run as deep as it is asked for, and a file whose records have thirty negatives. */
const runOf: Outcome = (id, name, { topK }) => {
  const loaded = loadedFile(id, name, ['run']);
  return {
    status: 'loaded',
    id,
    loaded: { ...loaded, interpretation: interpretation({ format: 'run', topK: topK ?? 10 }) },
  };
};
const deepOf: Outcome = (id, name) => {
  const loaded = loadedFile(id, name, ['deep']);
  return {
    status: 'loaded',
    id,
    loaded: { ...loaded, sources: loaded.sources.map((each) => ({ ...each, medianK: 30 })) },
  };
};

let workers: FakeWorkers;
let sources: SourcesState;

beforeEach(() => {
  workers = new FakeWorkers();
  sources = new SourcesState(workers);
});

/** A file of one source that has a reject. */
const rejecting =
  (code: RejectCode, format: 'plain' | 'run' = 'plain') =>
  (id: number, name: string): LoadOutcome => {
    workers.rejected = [...workers.rejected, { id, reject: { ...reject(name), code } }];
    const loaded = { ...loadedFile(id, name), interpretation: interpretation({ format }) };
    return { status: 'loaded', id, loaded };
  };
const file = (name: string) => sources.files.find((each) => each.file.name === name) as FileEntry;
const source = (name: string) => sources.entries.find((entry) => entry.name === name) as SourceEntry;
const names = () => sources.entries.map((entry) => entry.name);
const namesOf = (files: readonly FileEntry[]) => files.map((each) => each.file.name);

it('reads files that look like companions first, and lists all in the order in which they came', async () => {
  workers.outcomes = { 'corpus.jsonl': asCompanion };
  await sources.add(given('bm25.jsonl', 'corpus.jsonl', 'dense.jsonl'));
  expect(workers.loads).toEqual(['corpus.jsonl', 'bm25.jsonl', 'dense.jsonl']);
  expect(names()).toEqual(['bm25', 'dense']);
  expect(namesOf(sources.companions)).toEqual(['corpus.jsonl']);
  expect(sources.entries.map(({ colour }) => colour)).toEqual([0, 1]);
  expect(sources.reading).toBeNull();
});

it('stops in a zip: it says so of each archive, and leaves unread what came with it', async () => {
  const stopped = Object.assign(new Error('x'), { name: 'LoadCancelledError' });
  workers.unpack = async () => {
    await sources.stopReading();
    throw stopped;
  };
  const files = ['a.zip', 'single.jsonl', 'b.zip'].map((name) => new File([], name));
  await sources.addAll(files, []);
  expect(sources.notice?.message).toContain('a.zip and b.zip: you stopped the reading');
  expect([workers.asked, namesOf(sources.unread)]).toEqual([['cancel'], ['single.jsonl']]);
});

it('offers another reading where a companion came after a file', async () => {
  workers.outcomes = { 'corpus.jsonl': asCompanion };
  await sources.add(given('early.jsonl'));
  await sources.add(given('corpus.jsonl'));
  await sources.add(given('late.jsonl'));
  expect(sources.mayFindMore(file('early.jsonl'))).toBe(true);
  expect(sources.mayFindMore(file('late.jsonl'))).toBe(false);
  await sources.readAgain(file('early.jsonl'));
  expect(sources.mayFindMore(file('early.jsonl'))).toBe(false);
});

it('reads a file again, once, whose ids a later companion may have', async () => {
  workers.outcomes = { 'corpus-1.jsonl': asCompanion, 'ids.jsonl': rejecting('unknown-id') };
  await sources.add(given('ids.jsonl', 'whole.jsonl'));
  await sources.rename(source('ids'), 'mined');
  source('mined').reference = false;
  const before = source('mined');
  await sources.add(given('corpus-1.jsonl'));
  expect(workers.loads).toEqual(['ids.jsonl', 'whole.jsonl', 'corpus-1.jsonl', 'ids.jsonl']);
  expect(source('mined')).toBe(before);
  expect(before.reference).toBe(false);
  expect(sources.mayFindMore(file('ids.jsonl'))).toBe(false);
  await sources.add(given('other.jsonl'));
  expect(workers.loads.slice(4)).toEqual(['other.jsonl']);
});

it('reads a run again for positives that qrels may bring, and no other file', async () => {
  workers.outcomes = {
    'texts.tsv': asCompanion,
    'a.run': rejecting('no-positive', 'run'),
    'b.jsonl': rejecting('no-positive', 'plain'),
  };
  await sources.add(given('a.run', 'b.jsonl'));
  await sources.add(given('texts.tsv'));
  expect(workers.loads.slice(3)).toEqual(['a.run']);
});

it('leaves the store as it is during a run, and offers to read the file again', async () => {
  sources = new SourcesState(workers, new Inputs(''), () => true);
  workers.outcomes = { 'corpus.jsonl': asCompanion, 'ids.jsonl': rejecting('unknown-id') };
  await sources.add(given('ids.jsonl'));
  await sources.add(given('corpus.jsonl'));
  expect(workers.loads).toEqual(['ids.jsonl', 'corpus.jsonl']);
  expect(sources.mayFindMore(file('ids.jsonl'))).toBe(true);
});

it('asks each file for the label of the address, where the file has it', async () => {
  sources = new SourcesState(workers, new Inputs('?label=fields'));
  await sources.add(given('a.jsonl'));
  expect(workers.options.get('a.jsonl')?.label).toEqual({ kind: 'fields' });
});

it('gives each label of a file a source of its own, which goes alone; the file goes with the last', async () => {
  workers.outcomes = { 'hard.jsonl': asSources('bm25', 'dense') };
  await sources.add(given('hard.jsonl'));
  expect(names()).toEqual(['bm25', 'dense']);
  const [bm25, dense] = sources.entries as [SourceEntry, SourceEntry];
  await sources.remove(bm25);
  expect(names()).toEqual(['dense']);
  expect(workers.asked.at(-1)).toBe('remove 101');
  await sources.remove(dense);
  expect(sources.files).toEqual([]);
  expect(workers.asked.at(-1)).toBe('remove 100');
});

it('keeps a removed label away when all is read again, until that file is read again on its own', async () => {
  workers.outcomes = { 'hard.jsonl': asSources('bm25', 'dense') };
  await sources.add(given('hard.jsonl'));
  await sources.remove(source('bm25'));
  await sources.setNormalise(true);
  expect(names()).toEqual(['dense']);
  workers.outcomes = { 'hard.jsonl': asSources('bm25') };
  await sources.setNormalise(false);
  expect(names(), 'but never all').toEqual(['bm25']);
  workers.outcomes = { 'hard.jsonl': asSources('bm25', 'dense') };
  await sources.readAgain(file('hard.jsonl'));
  expect(names()).toEqual(['bm25', 'dense']);
});

it('keeps names, settings, references and colours of sources with the same labels', async () => {
  workers.outcomes = { 'hard.jsonl': asSources('a', 'b') };
  await sources.add(given('first.jsonl', 'hard.jsonl'));
  const before = [...sources.entries];
  await sources.rename(source('first'), 'best');
  await sources.rename(source('a'), 'c');
  await sources.rename(source('b'), 'a');
  await sources.rename(source('c'), 'b');
  source('a').setting = 'hybrid';
  source('b').reference = false;
  workers.outcomes = { 'hard.jsonl': asSources('b', 'new', 'a') };
  await sources.setNormalise(true);
  expect(workers.options.get('hard.jsonl')?.normalise).toBe(true);
  // The names of a and b were exchanged, and stay so.
  expect(sources.entries.map(({ name, loaded }) => [name, loaded.label])).toEqual([
    ['best', null],
    ['a', 'b'],
    ['new', 'new'],
    ['b', 'a'],
  ]);
  expect(source('a').setting).toBe('hybrid');
  expect(source('b').reference).toBe(false);
  expect(source('a')).toBe(before[2]);
  expect(sources.entries.map(({ colour }) => colour)).toEqual([0, 2, 3, 1]);
});

it('keeps the options of a file for every later reading', async () => {
  await sources.add(given('a.jsonl'));
  const options = { ...file('a.jsonl').options, topK: 7 };
  await sources.readAgain(file('a.jsonl'), options);
  await sources.setNormalise(true);
  await sources.readIntoFreshStore();
  expect(workers.loads).toHaveLength(4);
  expect(workers.options.get('a.jsonl')).toEqual({ ...options, normalise: true });
  // Of the fresh store nothing is forgotten: its keys are others.
  expect(workers.asked.filter((what) => what.startsWith('remove'))).toEqual(['remove 100', 'remove 110']);
});

it('reads a run as deep as the other sources are, whichever came first, unless somebody says how deep', async () => {
  workers.outcomes = { 'a.trec': runOf, 'b.trec': runOf, 'deep.jsonl': deepOf };
  await sources.add(given('a.trec'));
  expect(workers.options.get('a.trec')?.topK).toBeNull();
  await sources.add(given('deep.jsonl', 'b.trec'));
  expect(workers.loads).toEqual(['a.trec', 'deep.jsonl', 'b.trec', 'a.trec']);
  expect(['a.trec', 'b.trec'].map((name) => workers.options.get(name)?.topK)).toEqual([30, 30]);
  await sources.readAgain(file('a.trec'), { ...file('a.trec').options, topK: 100 });
  expect(workers.options.get('a.trec')?.topK).toBe(100);
  expect(workers.loads.filter((name) => name === 'b.trec')).toHaveLength(1);
});

it('leaves files that waited for their turn unread when reading is stopped, to be read with one click', async () => {
  let stopped: (outcome: LoadOutcome) => void = () => undefined;
  workers.outcomes = { 'big.jsonl': () => new Promise((resolve) => (stopped = resolve)) };
  const adding = sources.add(given('big.jsonl', 'b.jsonl', 'c.jsonl'));
  await settle();
  expect(sources.reading).toMatchObject({ progress: { file: 'big.jsonl' }, waiting: 2 });
  await sources.stopReading();
  expect(workers.asked.at(-1)).toBe('cancel');
  stopped(await asRefused('LoadCancelledError')(100, 'big.jsonl', file('big.jsonl').options));
  await adding;
  expect(namesOf(sources.unread)).toEqual(['b.jsonl', 'c.jsonl']);
  expect(namesOf(sources.refused)).toEqual(['big.jsonl']);
  expect(file('big.jsonl').cancelled).toBe(true);
  workers.outcomes = {};
  await sources.read(sources.unread);
  await sources.readAgain(file('big.jsonl'));
  expect(names()).toEqual(['big', 'b', 'c']);
  expect(sources.unread).toEqual([]);
});

it('is reading until the last file is read, though a folder of which nothing is read comes meanwhile', async () => {
  let finish: (outcome: LoadOutcome) => void = () => undefined;
  workers.outcomes = { 'big.jsonl': () => new Promise((resolve) => (finish = resolve)) };
  const adding = sources.add(given('big.jsonl'));
  await settle();
  const readme = { path: 'README.md', file: new File(['x'], 'README.md') };
  void sources.addAll([], [{ name: 'nq', files: [readme] }]);
  await settle();
  expect(sources.skipped).toEqual(['nq/README.md']);
  expect(sources.reading).toMatchObject({ progress: { file: 'big.jsonl' } });
  finish(await asSources()(100, 'big.jsonl', file('big.jsonl').options));
  await adding;
  expect(names()).toEqual(['big']);
  await settle();
  expect(sources.reading).toBeNull();
});

it('tells a reading by its file, its options and the companions that were there', async () => {
  workers.outcomes = { 'corpus.jsonl': asCompanion };
  await sources.add(given('a.jsonl'));
  const { reading } = file('a.jsonl');
  await sources.add(given('corpus.jsonl'));
  expect(isSameReading(file('a.jsonl').reading, reading)).toBe(true);
  await sources.readAgain(file('a.jsonl'));
  expect(isSameReading(file('a.jsonl').reading, reading)).toBe(false);
  expect(file('a.jsonl').reading.companions.map((each) => each.file.path)).toEqual(['corpus.jsonl']);
});

it('does not read on its own what the user stopped', async () => {
  workers.outcomes = { 'big.jsonl': asRefused('LoadCancelledError') };
  await sources.add(given('big.jsonl', 'a.jsonl'));
  await sources.setNormalise(true);
  await sources.readIntoFreshStore();
  expect(workers.loads).toEqual(['big.jsonl', 'a.jsonl', 'a.jsonl', 'a.jsonl']);
  expect(namesOf(sources.unread)).toEqual(['big.jsonl']);
});

it('loses no file when a worker fails: the one being read and those behind it stay unread', async () => {
  workers.outcomes = {
    'b.jsonl': () => {
      workers.phase = 'failed';
      throw new Error('out of memory');
    },
  };
  await sources.add(given('a.jsonl', 'b.jsonl', 'c.jsonl'));
  expect(namesOf(sources.unread)).toEqual(['b.jsonl', 'c.jsonl']);
  expect(names()).toEqual(['a']);
  // WorkerState says what happened.
  expect(sources.notice).toBeNull();
  workers.phase = 'ready';
  workers.outcomes = {};
  await sources.readIntoFreshStore();
  expect(workers.loads).toEqual(['a.jsonl', 'b.jsonl', 'a.jsonl']);
  await sources.read(sources.unread);
  expect(names()).toEqual(['a', 'b', 'c']);
});

it('says what went wrong where a worker lives on', async () => {
  workers.outcomes = {
    'b.jsonl': () => {
      throw new TypeError('a fault');
    },
  };
  await sources.add(given('b.jsonl', 'c.jsonl'));
  expect(sources.notice).toMatchObject({ name: 'TypeError', details: 'TypeError: a fault' });
  expect(namesOf(sources.unread)).toEqual(['b.jsonl', 'c.jsonl']);
});

it('keeps what the user said of sources whose file is refused in between', async () => {
  await sources.add(given('a.jsonl'));
  source('a').reference = false;
  workers.outcomes = { 'a.jsonl': asRefused() };
  await sources.readAgain(file('a.jsonl'), { ...file('a.jsonl').options, format: 'run' });
  expect(names()).toEqual([]);
  expect(namesOf(sources.refused)).toEqual(['a.jsonl']);
  workers.outcomes = {};
  await sources.readAgain(file('a.jsonl'));
  expect(source('a').reference).toBe(false);
});

it('reads the files of a folder under their paths, and names those that it skips', async () => {
  const files = ['qrels/test.tsv', 'README.md', '.git/HEAD', 'run.trec'].map((path) => ({
    path,
    file: new File(['x'], path.split('/').at(-1) ?? path),
  }));
  await sources.addAll([new File(['x'], 'single.jsonl')], [{ name: 'nq', files }]);
  expect(sources.files.map(({ path }) => path)).toEqual(['single.jsonl', 'nq/qrels/test.tsv', 'nq/run.trec']);
  expect(workers.options.get('test.tsv')?.path).toBe('nq/qrels/test.tsv');
  expect(sources.skipped).toEqual(['nq/README.md', 'nq/.git/HEAD']);
  await sources.addAll([new File(['x'], 'other.jsonl')], []);
  expect(sources.skipped).toEqual([]);
});

it('counts rejects, and gives the first and all, of one file and of all', async () => {
  workers.rejected = Array.from({ length: 10_345 }, (_, i) => ({
    id: i % 2,
    reject: reject('b.jsonl', { place: i + 1 }),
  }));
  await sources.add(given('b.jsonl'));
  await settle();
  expect(sources.rejected).toBe(10_345);
  const places = (await sources.allRejects()).map(({ place }) => place);
  expect(places).toEqual(Array.from({ length: 10_345 }, (_, i) => i + 1));
  expect(await sources.allRejects(1)).toHaveLength(5172);
  expect((await sources.rejectsOf(1, 3))?.map(({ place }) => place)).toEqual([2, 4, 6]);
  workers.phase = 'failed';
  await expect(sources.allRejects()).rejects.toThrow(RejectsLostError);
});

/** Lets everything happen that waits for nothing else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
