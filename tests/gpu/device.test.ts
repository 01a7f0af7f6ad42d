import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { GpuUnavailableError, openGpu } from '../../src/gpu/device';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';

let software: SoftwareGpu;

beforeAll(async () => {
  software = await openSoftwareGpu();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => software?.close());

/** What `navigator.gpu` is in a page: Node has none of its own. */
const withGpu = (gpu: GPU | undefined) => vi.stubGlobal('navigator', { gpu });

describe('openGpu', () => {
  it('opens the adapter that is demanded, and says what it is', async () => {
    withGpu(software.gpu);
    const opening = await openGpu('webgpu');
    if (opening.status !== 'open') throw new Error(opening.reason);
    const { handle } = opening;
    expect(handle.adapter).toEqual({ vendor: 'google', architecture: 'swiftshader', fallback: true });
    expect(handle.device.limits.maxStorageBufferBindingSize).toBeGreaterThanOrEqual(768 * 768 * 4);
    expect(handle.lost()).toBeNull();
    handle.destroy();
    await handle.device.lost;
    // A device that we closed ourselves is not lost.
    expect(handle.lost()).toBeNull();
  });

  it('leaves a software adapter alone where the choice is ours', async () => {
    withGpu(software.gpu);
    expect(await openGpu('auto')).toEqual({
      status: 'absent',
      reason: 'the only GPU adapter is a software one',
    });
  });

  it('says that there is no WebGPU, or throws where it is demanded', async () => {
    withGpu(undefined);
    expect(await openGpu('auto')).toEqual({ status: 'absent', reason: 'there is no WebGPU here' });
    await expect(openGpu('webgpu')).rejects.toThrow(GpuUnavailableError);
    await expect(openGpu('webgpu')).rejects.toThrow(
      'WebGPU cannot be used: there is no WebGPU here. Choose device "wasm" or "auto".',
    );
  });

  it('tells a device that went away from one that was closed', async () => {
    withGpu(software.gpu);
    const opening = await openGpu('webgpu');
    if (opening.status !== 'open') throw new Error(opening.reason);
    // Destroyed behind the handle's back, as a driver reset does.
    opening.handle.device.destroy();
    await opening.handle.device.lost;
    expect(opening.handle.lost()).toEqual(expect.stringMatching(/./));
  });
});
