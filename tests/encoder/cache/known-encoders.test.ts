import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  forgetEncoder,
  recallEncoder,
  rememberEncoder,
  type KnownEncoder,
} from '../../../src/encoder/cache/known-encoders';
import { privateFiles } from '../../support/private-files';

const KNOWN: KnownEncoder = {
  device: { kind: 'webgpu', why: 'faster than wasm in the warm-up' },
  pooling: 'pooled',
  parity: { texts: 8, min_cosine: 0.9999, warning: null },
};

let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'negscope-known-'));
  vi.stubGlobal('navigator', { storage: privateFiles(disk) });
});
afterEach(() => {
  rmSync(disk, { recursive: true });
  vi.unstubAllGlobals();
});

describe('what is known of an encoder', () => {
  it('is nothing at first, then what was remembered last, until it is forgotten', async () => {
    expect(await recallEncoder('a')).toBeNull();
    await rememberEncoder('a', { ...KNOWN, parity: { texts: 0, min_cosine: null, warning: 'A long one.' } });
    await rememberEncoder('a', KNOWN);
    expect(await recallEncoder('a')).toEqual(KNOWN);
    expect(await recallEncoder('b')).toBeNull();
    await forgetEncoder('a');
    expect(await recallEncoder('a')).toBeNull();
  });

  it('is nothing where the file is not what was written', async () => {
    await rememberEncoder('a', KNOWN);
    const file = join(disk, 'negscope-embeddings', 'encoders', 'a.json');
    writeFileSync(file, JSON.stringify({ ...KNOWN, pooling: 'max' }));
    expect(await recallEncoder('a')).toBeNull();
    writeFileSync(file, JSON.stringify(KNOWN).slice(0, 20));
    expect(await recallEncoder('a')).toBeNull();
  });

  it('is nothing without a private file system, and no error', async () => {
    vi.stubGlobal('navigator', {});
    await rememberEncoder('a', KNOWN);
    await forgetEncoder('a');
    expect(await recallEncoder('a')).toBeNull();
  });
});
