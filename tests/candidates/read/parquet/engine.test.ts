/** The watchdog over parquet-wasm, with codecs that answer, trap, hang or never start. */

import { describe, expect, it } from 'vitest';

import { START_FAILURE, type ParquetCodec } from '../../../../src/candidates/read/parquet/codec';
import { CodecGuard, type ParquetEngine } from '../../../../src/candidates/read/parquet/engine';
import { CodecStartError, ParquetFault } from '../../../../src/candidates/read/parquet/fault';

const bytes = (): Uint8Array<ArrayBuffer> => Uint8Array.of(1, 2, 3);
const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** An engine whose codecs do, one after the other, what is said, and counts of what became of them. */
function engineOf(...unpacks: ParquetCodec['unpack'][]): {
  engine: ParquetEngine;
  counts: { started: number; stopped: number };
} {
  const counts = { started: 0, stopped: 0 };
  const engine: ParquetEngine = {
    start() {
      const unpack = unpacks[counts.started] as ParquetCodec['unpack'];
      counts.started += 1;
      return { codec: { unpack, pack: unpack }, stop: () => void (counts.stopped += 1) };
    },
  };
  return { engine, counts };
}

const answers: ParquetCodec['unpack'] = (file) => Promise.resolve(file);
const hangs: ParquetCodec['unpack'] = () => new Promise(() => undefined);
const fails =
  (name: string, message: string): ParquetCodec['unpack'] =>
  () =>
    Promise.reject(named(name, message));

describe('CodecGuard', () => {
  it('keeps a codec that answers, and one that finds a file at fault', async () => {
    let calls = 0;
    const { engine, counts } = engineOf((file) => {
      calls += 1;
      return calls === 2
        ? Promise.reject(new Error('Parquet error: External error: EOF: eof decoding byte array'))
        : answers(file);
    });
    const guard = new CodecGuard(engine);
    expect(await guard.ask('unpack', bytes())).toEqual(bytes());
    const fault: unknown = await guard.ask('unpack', bytes()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ParquetFault);
    expect(fault).toMatchObject({ message: 'its values cannot be unpacked' });
    expect(await guard.ask('unpack', bytes())).toEqual(bytes());
    expect(counts).toEqual({ started: 1, stopped: 0 });
  });

  it('replaces one that has trapped', async () => {
    const { engine, counts } = engineOf(fails('RuntimeError', 'unreachable'), answers);
    const guard = new CodecGuard(engine);
    await expect(guard.ask('unpack', bytes())).rejects.toThrow('its reader broke off');
    expect(await guard.ask('unpack', bytes())).toEqual(bytes());
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('ends one that does not answer, and goes on with another', async () => {
    let first = true;
    const { engine, counts } = engineOf((file) => {
      if (!first) return hangs(file);
      first = false;
      return answers(file);
    }, answers);
    const guard = new CodecGuard(engine, { seconds: 0.05, bytesASecond: 1e9 });
    await guard.ask('unpack', bytes());
    await expect(guard.ask('unpack', bytes())).rejects.toThrow(
      'its reader broke off (no answer within 1 seconds)',
    );
    expect(await guard.ask('unpack', bytes())).toEqual(bytes());
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('tells a module that does not start from a file at fault', async () => {
    const { engine, counts } = engineOf(fails(START_FAILURE, '404'), answers);
    const guard = new CodecGuard(engine);
    await expect(guard.ask('unpack', bytes())).rejects.toBeInstanceOf(CodecStartError);
    expect(await guard.ask('unpack', bytes())).toEqual(bytes());
    expect(counts).toEqual({ started: 2, stopped: 1 });
  });

  it('hears of a worker that cannot be loaded', async () => {
    const engine: ParquetEngine = {
      start(onBroken) {
        setTimeout(() => onBroken('its worker could not be loaded'));
        return { codec: { unpack: hangs, pack: hangs }, stop: () => undefined };
      },
    };
    const asked = new CodecGuard(engine).ask('unpack', bytes());
    await expect(asked).rejects.toThrow(new CodecStartError('its worker could not be loaded'));
  });
});
