import { afterEach, describe, expect, it, vi } from 'vitest';

import { MOST_BYTES_FOR_WORKERS, wasmLayout } from '../../src/encoder/runtime';

function browser(cores: number, crossOriginIsolated: boolean): void {
  vi.stubGlobal('self', { crossOriginIsolated });
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
}

afterEach(() => vi.unstubAllGlobals());

describe('wasmLayout', () => {
  it('gives a small model workers of one thread, a large one threads in one worker', () => {
    browser(3, true);
    expect(wasmLayout(MOST_BYTES_FOR_WORKERS)).toEqual({ runtime: 'wasm', workers: 3, threads: 1 });
    expect(wasmLayout(MOST_BYTES_FOR_WORKERS + 1)).toEqual({ runtime: 'wasm', workers: 1, threads: 3 });
  });

  it('has no threads without isolation', () => {
    browser(3, false);
    expect(wasmLayout(1e9)).toEqual({ runtime: 'wasm', workers: 3, threads: 1 });
  });

  it('takes four cores at most, and one at least', () => {
    browser(64, true);
    expect(wasmLayout(1e9)).toEqual({ runtime: 'wasm', workers: 1, threads: 4 });
    expect(wasmLayout(1)).toEqual({ runtime: 'wasm', workers: 4, threads: 1 });
    browser(0, true);
    expect(wasmLayout(1)).toEqual({ runtime: 'wasm', workers: 1, threads: 1 });
  });
});
