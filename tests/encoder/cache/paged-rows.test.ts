import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { PagedRows } from '../../../src/encoder/cache/paged-rows';
import { rowFile } from '../../support/row-file';

/** d = 65536 makes pages of four rows: a page is 1 MiB. */
const D = 65_536;
const row = (index: number) => new Float32Array(D).fill(index + 0.5);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const onDisk = (limit?: number) =>
  new PagedRows({ dimension: D, file: rowFile(join(folder, 'rows'), limit), memoryBytes: 2 << 20 });

function expectRows(rows: PagedRows, count: number): void {
  expect(rows.count).toBe(count);
  for (let i = 0; i < count; i++) {
    const found = rows.row(i);
    expect([found.length, found[0], found[D - 1]]).toEqual([D, i + 0.5, i + 0.5]);
  }
}

describe('PagedRows', () => {
  it('keeps rows in memory, page after page', () => {
    const rows = new PagedRows({ dimension: D, file: null, memoryBytes: 2 << 20 });
    for (let i = 0; i < 14; i++) expect(rows.append(row(i))).toBe(i);
    expectRows(rows, 14);
    expect(rows.durable).toBe(0);
  });

  it('reads dropped pages back from the file', () => {
    const rows = onDisk();
    for (let i = 0; i < 14; i++) rows.append(row(i));
    const first = rows.row(0);
    expectRows(rows, 14);
    // Three full pages are on disk, the two rows of the fourth are not yet.
    expect(rows.durable).toBe(12);
    rows.flush();
    expect(rows.durable).toBe(14);
    // A row that was handed out stays what it is.
    expect([first[0], first[D - 1]]).toEqual([0.5, 0.5]);
  });

  it('goes on with the rows of an earlier run', () => {
    const before = onDisk();
    for (let i = 0; i < 6; i++) before.append(row(i));
    before.flush();
    const after = onDisk();
    expect(after.count).toBe(6);
    for (let i = 6; i < 11; i++) expect(after.append(row(i))).toBe(i);
    expectRows(after, 11);
    after.flush();
    expectRows(onDisk(), 11);
  });

  it('drops half a row that a broken run left', () => {
    const before = onDisk();
    before.append(row(0));
    before.flush();
    rowFile(join(folder, 'rows')).write(new Uint8Array(1000), { at: D * 4 });
    const after = onDisk();
    expect(after.count).toBe(1);
    after.append(row(1));
    after.flush();
    expectRows(onDisk(), 2);
  });

  it('stays readable when the disk is full', () => {
    const rows = onDisk(4 * D * 4);
    for (let i = 0; i < 4; i++) rows.append(row(i));
    for (let i = 4; i < 7; i++) rows.append(row(i));
    expect(() => rows.append(row(7))).toThrow(DOMException);
    rows.stopWriting();
    for (let i = 8; i < 14; i++) expect(rows.append(row(i))).toBe(i);
    expectRows(rows, 14);
    expect(rows.durable).toBe(4);
  });

  it('refuses a row of another length, and a row that is not there', () => {
    const rows = onDisk();
    rows.append(row(0));
    expect(() => rows.append(new Float32Array(3))).toThrow(
      'An embedding of length 3 came among those of length 65536.',
    );
    for (const index of [-1, 1, NaN]) expect(() => rows.row(index)).toThrow(RangeError);
  });
});
