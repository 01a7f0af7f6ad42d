/** The watchdog over parquet-wasm, with codecs that answer, trap, hang or never start. */

import { describe, expect, it } from 'vitest';

import { START_FAILURE, type ParquetCodec } from '../../../../src/candidates/read/parquet/codec';
import { ParquetFault, ParquetWorker, type StartCodec } from '../../../../src/candidates/read/parquet/worker';

type Unpack = ParquetCodec['unpack'];

const rows = Uint8Array.of(1, 2, 3);
const answers: Unpack = () => Promise.resolve(rows);
const hangs: Unpack = () => new Promise(() => undefined);
const fails =
  (name: string, message: string): Unpack =>
  () =>
    Promise.reject(Object.assign(new Error(message), { name }));

const codecOf = (unpack: Unpack): ParquetCodec => ({
  ready: () => Promise.resolve(),
  unpack,
  write: unpack,
  finish: () => unpack(rows),
  pack: unpack,
});

/** What is started does, one after the other, what is said. */
function workerOf(unpacks: Unpack[], seconds = 30) {
  const counts = { started: 0, stopped: 0 };
  const start: StartCodec = () => {
    const unpack = unpacks[counts.started] as Unpack;
    counts.started += 1;
    return { codec: codecOf(unpack), stop: () => void (counts.stopped += 1) };
  };
  const worker = new ParquetWorker(start, { seconds, bytesASecond: 1e9 });
  const unpack = () => worker.ask((codec) => codec.unpack(rows), 0);
  return { worker, unpack, counts };
}

describe('ParquetWorker', () => {
  it('keeps a codec that answers, and one that finds a file at fault', async () => {
    let calls = 0;
    const { unpack, counts } = workerOf([
      (file) => {
        calls += 1;
        return calls === 2
          ? Promise.reject(new Error('Parquet error: External error: EOF: eof decoding byte array'))
          : answers(file);
      },
    ]);
    expect(await unpack()).toEqual(rows);
    const fault: unknown = await unpack().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ParquetFault);
    expect(fault).toMatchObject({ message: 'its values cannot be unpacked' });
    expect(await unpack()).toEqual(rows);
    expect(counts).toEqual({ started: 1, stopped: 0 });
  });

  it('replaces one that has trapped', async () => {
    const { unpack, counts } = workerOf([fails('RuntimeError', 'unreachable'), answers]);
    await expect(unpack()).rejects.toThrow('its reader broke off');
    expect(await unpack()).toEqual(rows);
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('ends one that does not answer, and goes on with another', async () => {
    const { unpack, counts } = workerOf([hangs, answers], 0.05);
    await expect(unpack()).rejects.toThrow('its reader broke off (no answer within 1 seconds)');
    expect(await unpack()).toEqual(rows);
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('tells a module that does not start from a file at fault', async () => {
    const { unpack, counts } = workerOf([fails(START_FAILURE, '404'), answers]);
    await expect(unpack()).rejects.toMatchObject({ code: 'not-started' });
    expect(await unpack()).toEqual(rows);
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('hears of a worker that cannot be loaded', async () => {
    const start: StartCodec = (onBroken) => {
      setTimeout(() => onBroken('its worker could not be loaded'));
      const ready = () => new Promise<void>(() => undefined);
      return { codec: { ...codecOf(answers), ready }, stop: () => undefined };
    };
    const asked = new ParquetWorker(start).ask((codec) => codec.unpack(rows), 0);
    await expect(asked).rejects.toMatchObject({
      code: 'not-started',
      message: expect.stringContaining('its worker could not be loaded') as string,
    });
  });

  it('ends what it is doing when it is stopped, and does nothing afterwards', async () => {
    const { worker, unpack, counts } = workerOf([hangs]);
    const asked = unpack();
    setTimeout(() => worker.stop(), 10);
    await expect(asked).rejects.toThrow(ParquetFault);
    await expect(unpack()).rejects.toThrow(ParquetFault);
    expect(counts).toEqual({ started: 1, stopped: 1 });
  });
});
