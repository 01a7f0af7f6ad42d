/**
 * WebGPU in Node by npm `webgpu` (Dawn), on the software adapter SwiftShader that @sparticuz/chromium carries:
 * the same on every machine, whatever GPU it has.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const ADVICE =
  'The GPU tests need npm "webgpu" and, on 64-bit Linux, SwiftShader out of @sparticuz/chromium: run "npm ci". ' +
  'On another system Dawn needs a Vulkan, Metal or Direct3D driver.';

export interface SoftwareGpu {
  readonly gpu: GPU;
  /** Opens a device that `close` destroys. @throws Error with the way to get an adapter */
  device(): Promise<GPUDevice>;
  /** Destroys all devices, so that no thread of Dawn holds the process, and removes the unpacked driver. */
  close(): void;
}

/** Puts WebGPU's constants on the global object and starts Dawn. */
export async function openSoftwareGpu(): Promise<SoftwareGpu> {
  const folder = process.platform === 'linux' && process.arch === 'x64' ? unpackSwiftShader() : null;
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  const devices: GPUDevice[] = [];
  return {
    gpu,
    async device() {
      const adapter = await gpu.requestAdapter();
      if (!adapter) throw new Error(`Dawn offers no GPU adapter. ${ADVICE}`);
      const device = await adapter.requestDevice();
      devices.push(device);
      return device;
    },
    close() {
      for (const device of devices) device.destroy();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder of this process alone, so that test files that run side by side never see each other's halves. */
function unpackSwiftShader(): string {
  const folder = mkdtempSync(join(tmpdir(), 'negscope-swiftshader-'));
  const packed = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../../bin/swiftshader.tar.br',
  );
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(packed)) });
  } catch (error) {
    throw new Error(`SwiftShader could not be unpacked from ${packed}. ${ADVICE}`, { cause: error });
  }
  // Dawn reads this when it starts.
  process.env['VK_DRIVER_FILES'] = join(folder, 'vk_swiftshader_icd.json');
  preloadVulkan(join(folder, 'libvulkan.so.1'));
  return folder;
}

/** Keeps a library loaded when its handle is closed; Node's `constants.dlopen` lacks it. */
const RTLD_NODELETE = 0x1000;

/**
 * Dawn asks the system for libvulkan.so.1 by that name; a library of that name that is loaded already is the
 * one it gets. It is no Node addon, so Node complains after it has loaded it.
 */
function preloadVulkan(path: string): void {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('did not self-register')) throw error;
  }
}
