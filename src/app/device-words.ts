/** The device in the page's address, and the device of a run in a few words. */

import type { DeviceChoice, DeviceReport } from '../encoder/types';

const DEVICES: readonly DeviceChoice[] = ['auto', 'wasm', 'webgpu'];

/** The device named in the page's address (`?device=wasm`), else `otherwise`. */
export function deviceInAddress(search: string, otherwise: DeviceChoice = 'auto'): DeviceChoice {
  const named = new URLSearchParams(search).get('device');
  return DEVICES.find((device) => device === named) ?? otherwise;
}

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
