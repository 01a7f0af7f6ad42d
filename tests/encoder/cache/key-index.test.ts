import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createChecksum } from '../../../src/encoder/cache/checksum';
import { KeyIndex, storedDimension } from '../../../src/encoder/cache/key-index';
import { rowFile } from '../../support/row-file';

const checksum = await createChecksum();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => rowFile(join(folder, 'keys'));
const open = (rowCount: number, mayWrite = true) =>
  new KeyIndex({ file: file(), rowCount, dimension: 384, mayWrite, checksum });
const dimension = () => storedDimension(file(), checksum);

/** Keys that differ in the high word, in the low word, and use both to the last bit. */
const A = 1n;
const B = 1n << 64n;
const C = (1n << 128n) - 1n;

describe('KeyIndex', () => {
  it('keeps entries in memory without a file', () => {
    const index = new KeyIndex({ file: null, rowCount: 0, dimension: 384, mayWrite: true, checksum });
    index.set(A, 0);
    index.set(B, 0);
    index.flush();
    expect([index.get(A), index.get(B), index.get(C), index.count]).toEqual([0, 0, undefined, 2]);
  });

  it('finds the entries of earlier runs, and d', () => {
    const first = open(0);
    expect(dimension()).toBe(384);
    first.set(A, 0);
    first.set(B, 1);
    first.flush();
    first.set(C, 1);
    first.flush();
    const second = open(2);
    expect([second.get(A), second.get(B), second.get(C), second.count]).toEqual([0, 1, 1, 3]);
    second.set(7n, 2);
    second.flush();
    expect(open(3).get(7n)).toBe(2);
    expect(open(3).get(A)).toBe(0);
  });

  it('has no d in an empty or torn file, and starts it anew', () => {
    expect(dimension()).toBeNull();
    file().write(new Uint8Array(7).fill(255), { at: 0 });
    expect(dimension()).toBeNull();
    expect(open(5).count).toBe(0);
    expect(dimension()).toBe(384);
  });

  it('forgets what was never flushed', () => {
    open(0).set(A, 0);
    expect(open(1).get(A)).toBeUndefined();
  });

  it('writes over a torn entry at the end', () => {
    const first = open(0);
    first.set(A, 0);
    first.flush();
    file().write(new Uint8Array(9).fill(255), { at: 48 });
    const second = open(1);
    second.set(B, 0);
    second.flush();
    const third = open(1);
    expect([third.get(A), third.get(B), third.count]).toEqual([0, 0, 2]);
  });

  it('never hands an entry of a broken run to the row that took its place', () => {
    const first = open(0);
    first.set(A, 0);
    first.set(B, 1);
    first.flush();
    // The rows file lost row 1: B has no row, and the next embedding becomes row 1.
    const second = open(1);
    expect([second.get(A), second.get(B)]).toEqual([0, undefined]);
    second.set(C, 1);
    second.flush();
    const third = open(2);
    expect([third.get(A), third.get(B), third.get(C)]).toEqual([0, undefined, 1]);
  });

  it('takes nothing from a damaged entry, and all from those around it', () => {
    const first = open(0);
    [A, B, C].forEach((key, row) => first.set(key, row));
    first.flush();
    // The row that B leads to becomes another one that is there too.
    file().write(Uint8Array.of(0), { at: 48 + 16 });
    const second = open(3);
    expect([second.get(A), second.get(B), second.get(C)]).toEqual([0, undefined, 2]);
  });

  it('has no d where the beginning is damaged', () => {
    open(0);
    file().write(Uint8Array.of(77), { at: 16 });
    expect(dimension()).toBeNull();
  });

  it('changes nothing of a file that another tab writes', () => {
    const first = open(0);
    first.set(A, 0);
    first.set(B, 1);
    first.flush();
    file().write(new Uint8Array(9).fill(255), { at: 72 });
    const guest = open(1, false);
    expect([guest.get(A), guest.get(B)]).toEqual([0, undefined]);
    expect(file().getSize()).toBe(81);
    expect(open(2).get(B)).toBe(1);
  });
});
