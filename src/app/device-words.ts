/** The device of a run in a few words. */

import type { DeviceReport } from '../encoder/device-choice';

/** `processor`, `wasm, 2 threads`, `native, 2 threads`, `WebGPU, apple metal-3`, `WebGPU, google swiftshader (software)`. */
export function deviceInWords(device: DeviceReport): string {
  const { kind, threads } = device;
  if (kind === 'javascript') return 'processor';
  if (kind !== 'webgpu') return `${kind}, ${threads === 1 ? '1 thread' : `${threads} threads`}`;
  const { adapter } = device;
  if (!adapter) return 'WebGPU';
  const name = [adapter.vendor, adapter.architecture].filter((word) => word !== '').join(' ');
  return `WebGPU${name ? `, ${name}` : ''}${adapter.fallback ? ' (software)' : ''}`;
}
