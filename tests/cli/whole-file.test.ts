import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { writeWhole } from '../../src/cli/disk';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('puts a file in the place of another, and leaves nothing beside it', () => {
  const path = join(folder, 'report.json');
  writeFileSync(path, 'before');
  writeWhole(path, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(readdirSync(folder)).toEqual(['report.json']);
});

it('removes what a killed command left half written, in the folder that it writes to, and nothing else', () => {
  for (const name of ['other.jsonl.negscope-999999999.tmp', `own.negscope-${process.ppid}.tmp`, 'notes.tmp'])
    writeFileSync(join(folder, name), 'half');
  writeWhole(join(folder, 'report.json'), 'whole');
  expect(readdirSync(folder).sort()).toEqual([
    'notes.tmp',
    `own.negscope-${process.ppid}.tmp`,
    'report.json',
  ]);
});

it('leaves what was there where the new one cannot be written', () => {
  const path = join(folder, 'report.json');
  writeFileSync(path, 'before');
  mkdirSync(join(folder, `report.json.negscope-${process.pid}.tmp`));
  expect(() => writeWhole(path, 'after')).toThrow(/report\.json could not be written: EISDIR/);
  expect(readFileSync(path, 'utf8')).toBe('before');
});

it('writes through a link, which stays one', () => {
  const [path, link] = [join(folder, 'report.json'), join(folder, 'link.json')];
  writeFileSync(path, 'before');
  symlinkSync(path, link);
  writeWhole(link, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});
