import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openGpu } from '../../src/gpu/device';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';

let software: SoftwareGpu;

beforeAll(async () => {
  software = await openSoftwareGpu();
  // Node has no GPU of its own.
  vi.stubGlobal('navigator', { gpu: software.gpu });
});
afterAll(() => software?.close());

describe('openGpu', () => {
  it('opens the adapter that is demanded, and says what it is', async () => {
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

  it('tells a device that went away from one that was closed', async () => {
    const opening = await openGpu('webgpu');
    if (opening.status !== 'open') throw new Error(opening.reason);
    // Destroyed behind the handle's back, as a driver reset does.
    opening.handle.device.destroy();
    await opening.handle.device.lost;
    expect(opening.handle.lost()).toMatch(/./);
  });

  it('leaves a software adapter alone where the choice is ours', async () => {
    expect(await openGpu('auto')).toEqual({
      status: 'absent',
      reason: 'the only GPU adapter is a software one',
    });
  });
});
