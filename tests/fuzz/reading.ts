/** Reads inputs of the generator and judges what came of each. An input is fixed by the seed and its number. */

import { basename } from 'node:path';

import type { CandidateRecord, Reject } from '../../src/candidates/candidate-record';
import { unpack } from '../../src/candidates/read/archive';
import { loadFile } from '../../src/candidates/load';
import type { LoadOutcome } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { Companions } from '../../src/candidates/records/companions';
import { MemoryStore } from '../candidates/memory-store';
import type { Input } from './grammar';
import { expectCancelled, expectCounted, expectEveryLine, expectNoMixture, expectWhole } from './judge';

/** What came of one input. */
export interface Result {
  readonly name: string;
  readonly status: LoadOutcome['status'];
  /** Of the processor: another program's work is not counted. */
  readonly milliseconds: number;
  /** From Cancel to the end of the reading, of the processor; null where nothing was cancelled. */
  readonly cancelled: number | null;
}

interface Loaded {
  readonly outcome: LoadOutcome;
  readonly records: readonly CandidateRecord[];
  readonly rejects: readonly Reject[];
  readonly written: MemoryStore['written'];
}

/** Milliseconds of this process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Loads files beside each other, as a session does. */
function session(signal: AbortSignal) {
  const memory = new MemoryStore();
  const companions = new Companions();
  return async (file: File, options: LoadOptions): Promise<Loaded> => {
    const context = { store: memory.store, companions, signal, onProgress: () => undefined };
    const outcome = await loadFile(context, file, options);
    const records = outcome.status === 'loaded' ? [...memory.written.values()].flat() : [];
    return { outcome, records, rejects: memory.kept.get(outcome.id) ?? [], written: memory.written };
  };
}

/** The files of an input: what an archive holds, as the page reads it; the file itself where that is nothing. */
async function filesOf({ file, bytes }: Input): Promise<readonly File[]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  const whole = new File([bytes], file);
  if (!isZip) return [whole];
  const members = await unpack(whole, new AbortController().signal).catch(() => []);
  return members.length > 0 ? members.slice(0, 20).map((member) => member.file) : [whole];
}

/** @param cancelAfter milliseconds after which the last file's reading is cancelled; null for never */
async function read(input: Input, cancelAfter: number | null) {
  const stop = new AbortController();
  const load = session(stop.signal);
  for (const { path, bytes } of input.companions) {
    await load(new File([bytes], basename(path)), defaultLoadOptions(path));
  }
  const loaded: Loaded[] = [];
  let asked: number | null = null;
  const timer =
    cancelAfter === null
      ? undefined
      : setTimeout(() => {
          asked = processorTime();
          stop.abort();
        }, cancelAfter);
  const start = processorTime();
  for (const file of await filesOf(input)) loaded.push(await load(file, input.options));
  clearTimeout(timer);
  const end = processorTime();
  return { loaded, milliseconds: end - start, cancelled: asked === null ? null : end - asked };
}

/**
 * Reads and judges the input; every third is read once more and cancelled on the way.
 * @throws Unsound, and whatever reading throws
 */
export async function judge(input: Input, number: number): Promise<Result> {
  const { loaded, milliseconds } = await read(input, null);
  for (const { outcome, records, rejects, written } of loaded) {
    const file = loaded.length === 1 ? input.file : (rejects[0]?.file ?? '');
    expectCounted(outcome, file, rejects, written);
    if (input.apart) expectNoMixture(records);
  }
  const last = loaded.at(-1) as Loaded;
  if (loaded.length === 1) expectEveryLine(last.outcome, input.bytes);
  if (input.records !== null) expectWhole(last.outcome, last.records, input.records);
  let cancelled: number | null = null;
  if (number % 3 === 0) {
    const again = await read(input, (milliseconds * ((number / 3) % 10)) / 10);
    again.loaded.forEach(({ outcome }, at) => expectCancelled(outcome, (loaded[at] as Loaded).outcome));
    cancelled = again.cancelled;
  }
  return { name: input.name, status: last.outcome.status, milliseconds, cancelled };
}
