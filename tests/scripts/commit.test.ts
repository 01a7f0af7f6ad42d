import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commitOf } from '../../scripts/lib/commit.mjs';

let folder: string;
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-commit-'));
  mkdirSync(join(folder, 'inside'));
  writeFileSync(join(folder, 'inside', 'input'), 'one');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the commit of a build', () => {
  it('is unknown without git, that of the checkout, and told apart once the inputs differ', () => {
    expect(commitOf(folder, ['inside'])).toEqual({ commit: null, modified: null });
    git('init');
    expect(commitOf(folder, ['inside'])).toEqual({ commit: null, modified: null });
    git('add', '.');
    git('commit', '-m', 'one');
    const commit = git('rev-parse', 'HEAD').stdout.trim();
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(commitOf(folder, ['inside'])).toEqual({ commit, modified: false });
    writeFileSync(join(folder, 'beside'), 'no input');
    expect(commitOf(folder, ['inside'])).toEqual({ commit, modified: false });
    writeFileSync(join(folder, 'inside', 'input'), 'two');
    expect(commitOf(folder, ['inside'])).toEqual({ commit, modified: true });
  });

  it('is not that of a checkout around the folder', () => {
    expect(commitOf(join(folder, 'inside'), ['input'])).toEqual({ commit: null, modified: null });
  });
});
