/** What a command in Node lends the classes of the page's workers that no browser has; src/cli/host.ts sets it before all else. */

/** onnxruntime for Node, which the user has installed. */
export interface NativeRuntime {
  readonly version: string;
  /** onnxruntime's name of an execution provider. */
  readonly provider: 'cpu' | 'cuda' | 'dml' | 'coreml';
  readonly threads: number;
  /** The package: it has the interface of onnxruntime-web. */
  load(): unknown;
}

export interface NodeHost {
  /** Null where the encoder runs on wasm. */
  readonly native: NativeRuntime | null;
  /** Begins a SHA-256. */
  sha256(): { update(part: Uint8Array): unknown; digest(form: 'hex'): string };
}

const KEY = Symbol.for('negscope.host');

/** Null in a browser. */
export function nodeHost(): NodeHost | null {
  return (globalThis as { [KEY]?: NodeHost })[KEY] ?? null;
}
