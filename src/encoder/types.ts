/** Types of the encoder: a model folder, its settings, what the engine needs. */

import type { ParityReport } from './parity';
import type { WorkerEnd } from '../worker';

export type Pooling = 'mean' | 'cls' | 'pooled';

export interface EncoderSettings {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** `pooled`: the model's own output is one vector a text. */
  readonly pooling: Pooling;
  /** Longest token sequence, with special tokens. */
  readonly maxTokens: number;
  readonly normalise: boolean;
}

/** Where each setting came from, for the page: "1_Pooling/config.json", "preset E5", "default". */
export type SettingOrigins = Readonly<Record<keyof EncoderSettings, string>>;

export interface ModelFileInfo {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** One ONNX file of a folder. */
export interface OnnxChoice {
  readonly path: string;
  /** `fp32`, `fp16`, `int8`, `q4` …, from the file's name. */
  readonly dtype: string;
  readonly bytes: number;
}

/**
 * Memory that a session needs for each byte of its weights, at most: measured on wasm in Node, 387 MB for 90 MB, 1,557 for 435,
 * 3,548 for 1,109.
 */
export const MEMORY_FOR_WEIGHTS = 4.3;

/** What a model folder says of itself, without a session. */
export interface ModelFolderInfo {
  readonly name: string;
  /** "bundled", "public/models" or "folder from disk". */
  readonly origin: string;
  readonly description: string | null;
  readonly modelType: string | null;
  readonly onnx: readonly OnnxChoice[];
  readonly settings: EncoderSettings;
  readonly origins: SettingOrigins;
}

/** Where the folder's bytes come from. */
export type ModelSource =
  | { readonly kind: 'served'; readonly name: string }
  | { readonly kind: 'picked'; readonly name: string; readonly files: readonly PickedFile[] };

/** A file of a folder picked from disk; `path` is relative to the folder. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

export type DeviceChoice = 'auto' | 'wasm' | 'webgpu';

/** What the encoder needs of a GPU that it is given. */
export interface EncoderGpu {
  readonly device: GPUDevice;
  readonly adapter: NonNullable<DeviceReport['adapter']>;
  /** Rejects when the device is lost, and never resolves. */
  readonly whenLost: Promise<never>;
  /** Why the device was lost; null where it still works. Ask after a failure. */
  lossBehindFailure(): Promise<string | null>;
  destroy(): void;
}

/** A GPU, or why there is none. */
type EncoderGpuOpening =
  | { readonly status: 'open'; readonly handle: EncoderGpu }
  | { readonly status: 'absent'; readonly reason: string };

/** What the encoder is given from outside: it knows neither src/gpu nor the addresses of workers. */
export interface EncoderSurroundings {
  /** Address of `models/`, with a slash at the end. */
  readonly base: URL;
  /** @throws where `webgpu` is demanded and there is none */
  readonly openGpu: (choice: 'auto' | 'webgpu') => Promise<EncoderGpuOpening>;
  /** A fresh worker that offers an `EncoderWorkerApi`. */
  readonly startWorker: () => WorkerEnd;
}

/** The device that a run used. */
export interface DeviceReport {
  /**
   * `javascript`: a static encoder, whose vectors are looked up and averaged without a runtime. `native`: onnxruntime for
   * Node, in `negscope rank` alone.
   */
  readonly kind: 'wasm' | 'webgpu' | 'javascript' | 'native';
  /** Threads of the encoder; 1 where the page is not cross-origin isolated. */
  readonly threads: number;
  /** Adapter description where WebGPU is used: vendor, architecture, fallback or not. */
  readonly adapter: {
    readonly vendor: string;
    readonly architecture: string;
    readonly fallback: boolean;
  } | null;
  /** One sentence: why this device. */
  readonly reason: string;
}

/** Identity of the encoder that a run used. */
export interface EncoderIdentity {
  readonly name: string;
  /** True for the small static encoder that comes with the page: another encoder's order may differ. */
  readonly bundled: boolean;
  readonly origin: string;
  readonly onnx: string;
  readonly dtype: string;
  readonly files: readonly ModelFileInfo[];
  readonly settings: EncoderSettings;
  readonly dimension: number;
  /** Null where the run was fp32 on wasm itself. */
  readonly parity: ParityReport | null;
}
