/** The device in the page's address, and the device of a run in a few words. */

import type { DeviceChoice, DeviceReport } from '../encoder/types';

const DEVICES: readonly DeviceChoice[] = ['auto', 'wasm', 'webgpu'];

/** The device named in the page's address (`?device=wasm`), else `otherwise`. */
export function deviceInAddress(search: string, otherwise: DeviceChoice = 'auto'): DeviceChoice {
  const named = new URLSearchParams(search).get('device');
  return DEVICES.find((device) => device === named) ?? otherwise;
}

/** `processor`, `wasm, 2 threads`, `WebGPU, apple metal-3`, `WebGPU, google swiftshader (software)`. */
export function deviceInWords(device: DeviceReport): string {
  if (device.kind === 'javascript') return 'processor';
  if (device.kind === 'wasm')
    return `wasm, ${device.threads === 1 ? '1 thread' : `${device.threads} threads`}`;
  const { adapter } = device;
  if (!adapter) return 'WebGPU';
  const name = [adapter.vendor, adapter.architecture].filter((word) => word !== '').join(' ');
  return `WebGPU${name ? `, ${name}` : ''}${adapter.fallback ? ' (software)' : ''}`;
}
