import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createChecksum } from '../../../src/encoder/cache/checksum';
import { PagedRows, type RowFile } from '../../../src/encoder/cache/paged-rows';
import { rowFile } from '../../support/row-file';

/** d = 65535 makes pages of four rows: with its checksum a row takes 256 KiB, a page is 1 MiB. */
const D = 65_535;
const ROW_BYTES = (D + 1) * 4;
const row = (index: number) => new Float32Array(D).fill(index + 0.5);

const checksum = await createChecksum();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const onDisk = (limit?: number) =>
  new PagedRows({ dimension: D, file: rowFile(join(folder, 'rows'), limit), memoryBytes: 2 << 20, checksum });

function expectRows(rows: PagedRows, count: number): void {
  expect(rows.count).toBe(count);
  for (let i = 0; i < count; i++) {
    const found = rows.row(i);
    expect([found.length, found[0], found[D - 1]]).toEqual([D, i + 0.5, i + 0.5]);
  }
}

function flip(file: RowFile, at: number): void {
  const byte = new Uint8Array(1);
  file.read(byte, { at });
  byte[0] = (byte[0] ?? 0) ^ 4;
  file.write(byte, { at });
}

function copy(file: RowFile, from: number, to: number): void {
  const bytes = new Uint8Array(ROW_BYTES);
  file.read(bytes, { at: from });
  file.write(bytes, { at: to });
}

describe('PagedRows', () => {
  it('reads dropped pages back from the file', () => {
    const rows = onDisk();
    for (let i = 0; i < 14; i++) rows.append(row(i));
    const first = rows.row(0);
    expectRows(rows, 14);
    expect(rows.durable).toBe(0);
    rows.flush();
    expect(rows.durable).toBe(14);
    // A row that was handed out stays what it is.
    expect([first[0], first[D - 1]]).toEqual([0.5, 0.5]);
  });

  it.each([
    ['says that it wrote less', (from: Uint8Array) => from.length - 1],
    ['tells its error as a number of bytes', () => 2 ** 32 - 8],
  ])('takes a disk for full that %s', (_what, write) => {
    const file = rowFile(join(folder, 'rows'));
    const rows = new PagedRows({ dimension: D, file: { ...file, write }, memoryBytes: 2 << 20, checksum });
    rows.append(row(0));
    expect(() => rows.flush()).toThrow('The disk took less than it was given.');
    expect(rows.durable).toBe(0);
  });

  it.each([
    ['a bit is another one', (file: RowFile) => flip(file, ROW_BYTES + 100)],
    ['its checksum is another one', (file: RowFile) => flip(file, 2 * ROW_BYTES - 1)],
    ['it was never written', (file: RowFile) => file.write(new Uint8Array(ROW_BYTES), { at: ROW_BYTES })],
    ['another row stands in its place', (file: RowFile) => copy(file, 0, ROW_BYTES)],
  ])('never hands out a row of which %s; the others stay', (_what, damage) => {
    const before = onDisk();
    for (let i = 0; i < 3; i++) before.append(row(i));
    before.flush();
    damage(rowFile(join(folder, 'rows')));
    const after = onDisk();
    expect([0, 1, 2, 3].map((i) => after.isSound(i))).toEqual([true, false, true, false]);
    expect(() => after.row(1)).toThrow('was damaged');
    expect(after.row(2)[5]).toBe(2.5);
  });
});
