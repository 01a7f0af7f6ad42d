/**
 * WebGPU in Node by npm `webgpu` (Dawn), on the software adapter SwiftShader that @sparticuz/chromium carries:
 * the same on every machine, whatever GPU it has.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const ADVICE =
  'The GPU tests need npm "webgpu" and, on 64-bit Linux, SwiftShader out of @sparticuz/chromium: run "npm ci". ' +
  'On another system Dawn needs a Vulkan, Metal or Direct3D driver.';

export interface SoftwareGpu {
  readonly gpu: GPU;
  /** Opens a device that `close` destroys. @throws Error with the way to get an adapter */
  device(): Promise<GPUDevice>;
  /** Destroys all devices, so that no thread of Dawn holds the process. */
  close(): void;
}

/** Puts WebGPU's constants on the global object and starts Dawn. */
export async function openSoftwareGpu(): Promise<SoftwareGpu> {
  if (process.platform === 'linux' && process.arch === 'x64') useSwiftShader(unpackSwiftShader());
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
    },
  };
}

/**
 * Unpacks the driver once and says where it lies. It takes its final name only when it is complete: test files
 * that run side by side may do the work twice and never see each other's halves.
 */
function unpackSwiftShader(): string {
  const chromium = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(readFileSync(join(chromium, 'package.json'), 'utf8')) as { version: string };
  const cache = fileURLToPath(new URL('../../node_modules/.cache/negscope', import.meta.url));
  const folder = join(cache, `swiftshader-${version}`);
  if (existsSync(folder)) return folder;
  const packed = join(chromium, 'bin', 'swiftshader.tar.br');
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const input = brotliDecompressSync(readFileSync(packed));
    execFileSync('tar', ['-x', '--no-same-owner', '-C', partial], { input });
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw new Error(`${packed} could not be unpacked. ${ADVICE}`, { cause: error });
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

/** Starts Dawn on SwiftShader: the variable is read when Dawn starts. */
function useSwiftShader(folder: string): void {
  process.env['VK_DRIVER_FILES'] = join(folder, 'vk_swiftshader_icd.json');
  preloadVulkan(join(folder, 'libvulkan.so.1'));
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
