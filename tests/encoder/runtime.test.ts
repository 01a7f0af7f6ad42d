import { afterEach, describe, expect, it, vi } from 'vitest';

import { loadRuntime, MOST_BYTES_FOR_WORKERS, wasmLayout } from '../../src/encoder/runtime';
import { neededWebGpuBuild } from '../../src/encoder/webgpu-build';

// The files' addresses are asked about, not the runtime's own start.
vi.mock('onnxruntime-web/webgpu', () => ({ env: { wasm: {} } }));

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

describe('the runtime for WebGPU', () => {
  it.each([
    ['jspi', { Suspending: Object }],
    ['asyncify', {}],
  ] as const)('is the build %s by what WebAssembly can do', async (build, able) => {
    vi.stubGlobal('self', { location: { href: 'https://me.example/' } });
    vi.stubGlobal('WebAssembly', able);
    const { env } = await loadRuntime('webgpu', 1);
    const { mjs, wasm } = env.wasm.wasmPaths as { mjs: string; wasm: string };
    expect([mjs, wasm].map((address) => /threaded\.(\w+)\.(?:mjs|wasm)/.exec(address)?.[1])).toEqual([
      build,
      build,
    ]);
  });
});

describe('the build kept for use offline', () => {
  it.each([
    ['jspi', { gpu: {} }, { Suspending: Object }],
    ['asyncify', { gpu: {} }, {}],
    [null, {}, { Suspending: Object }],
  ] as const)('is %s', (build, navigator, able) => {
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('WebAssembly', able);
    expect(neededWebGpuBuild()).toBe(build);
  });
});
