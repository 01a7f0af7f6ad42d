/** Types of the encoder: a model folder, its settings, what the engine needs. */

import type { WorkerEnd } from '../worker';

export type Pooling = 'mean' | 'cls' | 'pooled';

/** Outputs of an ONNX file with one vector for each token, and for each text. */
export const TOKEN_OUTPUTS: readonly string[] = ['last_hidden_state', 'token_embeddings'];
export const TEXT_OUTPUTS: readonly string[] = ['sentence_embedding', 'text_embeds', 'embeddings'];

export interface EncoderSettings {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** `pooled`: the model's own output is one vector a text. */
  readonly pooling: Pooling;
  /** Longest token sequence, with special tokens. */
  readonly maxTokens: number;
}

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
  /** Bytes that a session holds, where they are more: halves of a checkpoint are widened. */
  readonly sessionBytes?: number;
}

/**
 * Memory that a session needs for each byte of its weights, at most: measured on wasm in Node, 387 MB for 90 MB, 1,557 for 435,
 * 3,548 for 1,109.
 */
export const MEMORY_FOR_WEIGHTS = 4.3;

/** Most tokens of a text, and the file that says so. */
export interface TokenLimit {
  readonly maxTokens: number;
  readonly origin: string;
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

/** What the encoder is given from outside: it knows no addresses. */
export interface EncoderSurroundings {
  /** Address of `models/`, with a slash at the end. */
  readonly base: URL;
  /** A fresh worker that offers an `EncoderWorkerApi`. */
  readonly startWorker: () => WorkerEnd;
  /** By the name of the encoder's cache. */
  readonly known: Map<string, KnownEncoder>;
  /** Why no session opened on WebGPU, by the name of the cache there. */
  readonly failed: Map<string, string>;
}

/** What opening an encoder showed: a run that finds all texts in the cache opens no session where this is known. */
export interface KnownEncoder {
  /** How the session pools, whatever was asked. */
  readonly pooling: Pooling;
  readonly parity: ParityReport | null;
}

/** How far a run's embeddings are from those of fp32 on wasm. */
export interface ParityReport {
  readonly texts: number;
  /** Smallest cosine between the run's embeddings and those of fp32 on wasm; null if unchecked. */
  readonly min_cosine: number | null;
  /** One sentence for the report; null where all is well. */
  readonly warning: string | null;
}
