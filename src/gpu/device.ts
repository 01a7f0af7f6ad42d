/** The GPU adapter and device, and how they are described. */

/** The GPU was lost while it was used. */
class GpuLostError extends Error {
  override readonly name = 'GpuLostError';
}

/** WebGPU was demanded, and there is none. */
class GpuUnavailableError extends Error {
  override readonly name = 'GpuUnavailableError';

  constructor(reason: string) {
    super(`WebGPU cannot be used: ${reason}. Choose device "wasm" or "auto".`);
  }
}

interface GpuAdapterWords {
  readonly vendor: string;
  readonly architecture: string;
  readonly fallback: boolean;
}

/** A GPU device. Whoever opened it destroys it. */
export interface GpuHandle {
  readonly device: GPUDevice;
  readonly adapter: GpuAdapterWords;
  /** Why the device was lost, or null while it works. */
  lost(): string | null;
  /** Rejects with GpuLostError when the device is lost, and never resolves. */
  readonly whenLost: Promise<never>;
  /**
   * Why the device was lost. Ask after a failure: it may come a moment before the news of the loss.
   * @returns null where the device still works
   */
  lossBehindFailure(): Promise<string | null>;
  destroy(): void;
}

/** Longest time between a failed command and the news of the loss. */
const LOSS_MOMENT_MS = 1000;

export type GpuOpening =
  | { readonly status: 'open'; readonly handle: GpuHandle }
  | { readonly status: 'absent'; readonly reason: string };

/**
 * Opens the GPU. `auto` takes only a real adapter: a software one tests correctness and is never fast.
 * @throws GpuUnavailableError where `webgpu` is demanded and there is no adapter
 */
export async function openGpu(choice: 'auto' | 'webgpu'): Promise<GpuOpening> {
  const absent = (reason: string): GpuOpening => {
    if (choice === 'webgpu') throw new GpuUnavailableError(reason);
    return { status: 'absent', reason };
  };
  // The type says that `gpu` always exists; browsers without WebGPU disagree.
  const gpu = (navigator as { gpu?: GPU }).gpu;
  if (!gpu) return absent('there is no WebGPU here');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return absent('no GPU adapter is offered here');
  const { vendor, architecture, isFallbackAdapter } = adapter.info;
  if (isFallbackAdapter && choice === 'auto') return absent('the only GPU adapter is a software one');
  const device = await adapter.requestDevice({
    requiredFeatures: adapter.features.has('shader-f16') ? ['shader-f16'] : [],
    requiredLimits: {
      maxBufferSize: adapter.limits.maxBufferSize,
      maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
      maxComputeInvocationsPerWorkgroup: adapter.limits.maxComputeInvocationsPerWorkgroup,
      maxComputeWorkgroupSizeX: adapter.limits.maxComputeWorkgroupSizeX,
      maxComputeWorkgroupStorageSize: adapter.limits.maxComputeWorkgroupStorageSize,
      maxStorageBuffersPerShaderStage: adapter.limits.maxStorageBuffersPerShaderStage,
    },
  });
  let lost: string | null = null;
  let closing = false;
  const whenLost = new Promise<never>((_, reject) => {
    void device.lost.then((info) => {
      if (closing) return;
      lost = info.message || info.reason;
      reject(new GpuLostError(`The GPU was lost: ${lost}.`));
    });
  });
  // Without this, a loss that nobody awaits would be an unhandled rejection.
  whenLost.catch(() => undefined);
  return {
    status: 'open',
    handle: {
      device,
      adapter: { vendor, architecture, fallback: isFallbackAdapter },
      lost: () => lost,
      whenLost,
      lossBehindFailure: async () => {
        const moment = new Promise((resolve) => setTimeout(resolve, LOSS_MOMENT_MS));
        if (lost === null) await Promise.race([device.lost, moment]);
        return lost;
      },
      destroy: () => {
        closing = true;
        device.destroy();
      },
    },
  };
}
