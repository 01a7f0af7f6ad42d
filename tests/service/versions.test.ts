import { describe, expect, it } from 'vitest';

import { filesToDrop, versionToOpen, versionsToKeep } from '../../src/service/versions';
import { buildOf } from './builds';

const old = buildOf('old', { 'index.html': 'old', 'assets/shared-12345678.wasm': 'shared' });
const now = buildOf('now', { 'index.html': 'now', 'assets/shared-12345678.wasm': 'shared' });
const hash = (place: number, build = old) => build.files[place]?.sha256 as string;

describe('versionToOpen', () => {
  it('is the chosen one as long as it is whole, whatever is newer', () => {
    expect(versionToOpen(now, old, () => true)).toBe(old);
    expect(versionToOpen(now, old, () => false)).toBe(now);
    expect(versionToOpen(now, now, () => false)).toBe(now);
    expect(versionToOpen(now, null, () => true)).toBe(now);
  });
});

describe('versionsToKeep', () => {
  it('are the newest, the chosen one and those of open tabs', () => {
    expect(versionsToKeep('c', 'b', [{ version: 'a' }, { version: 'a' }])).toEqual(new Set(['c', 'b', 'a']));
    expect(versionsToKeep('c', null, [])).toEqual(new Set(['c']));
  });

  it('cannot be told while a tab has not said its version', () => {
    expect(versionsToKeep('c', 'c', [{ version: 'c' }, { version: null }])).toBeNull();
  });
});

describe('filesToDrop', () => {
  it('are those that no version has, and not what two versions share', () => {
    const stored = [hash(0), hash(1), hash(0, now), 'stray'];
    expect(filesToDrop(stored, [now])).toEqual([hash(0), 'stray']);
    expect(filesToDrop(stored, [now, old])).toEqual(['stray']);
  });
});
