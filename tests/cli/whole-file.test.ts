import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { writeWhole } from '../../src/cli/disk';
import { folderOfTest } from '../support/temporary';

let folder: string;

beforeEach(() => void (folder = folderOfTest()));

it('puts a file in the place of another, and leaves nothing beside it', () => {
  const path = join(folder, 'report.json');
  writeFileSync(path, 'before');
  writeWhole(path, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(readdirSync(folder)).toEqual(['report.json']);
});

it('takes the place of what a killed command left half written', () => {
  writeFileSync(join(folder, 'report.json.negscope.tmp'), 'half of a longer one');
  writeWhole(join(folder, 'report.json'), 'whole');
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('whole');
  expect(readdirSync(folder)).toEqual(['report.json']);
});

it('leaves what was there where the new one cannot be written', () => {
  const path = join(folder, 'report.json');
  writeFileSync(path, 'before');
  mkdirSync(join(folder, 'report.json.negscope.tmp'));
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
