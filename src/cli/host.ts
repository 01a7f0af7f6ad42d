/**
 * What session and workers' classes ask of where they run, for Node: where the page's files lie, its files by `fetch`, and the
 * number of cores. Nothing else can be fetched, so a command asks for nothing over a network. Imported before all others.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

import type { NodeHost, NativeRuntime } from '../node-host';

const SCRIPT = import.meta.url;

/** Where the built page lies; scripts for Node lie in a folder of it. */
export const PAGE = new URL('../', SCRIPT).href;

/** A file of the page; of one that the package holds compressed its twin. @param address absolute */
function readPage(address: string): Uint8Array<ArrayBuffer> | null {
  const path = fileURLToPath(address);
  if (existsSync(path)) return new Uint8Array(readFileSync(path));
  return existsSync(`${path}.br`) ? new Uint8Array(brotliDecompressSync(readFileSync(`${path}.br`))) : null;
}

/** By what was made of it: the address of a file of the page. */
const addresses = new WeakMap<object, string>();

/** What of a response is asked for. Node loads all of its HTTP for a `Response`: a tenth of a second. */
async function fetchOwn(asked: string | URL): Promise<object> {
  const { protocol, href } = new URL(asked);
  if (protocol !== 'file:') throw new TypeError(`${href}: nothing is fetched over a network`);
  const bytes = readPage(href);
  return {
    ok: bytes !== null,
    status: bytes === null ? 404 : 200,
    json: async (): Promise<unknown> => JSON.parse(new TextDecoder().decode(bytes ?? undefined)),
    blob: async () => {
      const made = new Blob(bytes === null ? [] : [bytes]);
      addresses.set(made, href);
      return made;
    },
    arrayBuffer: async () => bytes?.buffer,
  };
}

// onnxruntime starts its threads from a blob of its own script. Node imports no blobs, so it gets the script itself.
const { createObjectURL } = URL;
URL.createObjectURL = (made) => addresses.get(made) ?? createObjectURL(made);

const navigator = {
  hardwareConcurrency: availableParallelism(),
  userAgent: `Node ${process.version}`,
  language: 'en',
  terminal: { node: process.version, system: `${type()} ${release()} ${process.arch}` },
};

for (const [name, value] of Object.entries({
  self: globalThis,
  window: globalThis,
  location: { href: SCRIPT },
  // An element is made by what Vite puts around `import()`, to see what a browser would load ahead.
  document: { baseURI: PAGE, getElementsByName: () => [], createElement: () => ({}) },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  navigator,
  fetch: fetchOwn,
  crossOriginIsolated: true,
  // DuckDB's build for a browser looks for it as soon as it is imported. No command starts DuckDB.
  Worker: EventTarget,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** @param native what runs the encoder; null for wasm */
export function lend(native: NativeRuntime | null): void {
  const value: NodeHost = { native, sha256: () => createHash('sha256') };
  Object.defineProperty(globalThis, Symbol.for('negscope.host'), { value, configurable: true });
}

lend(null);

/** @param folder stands for the private files of a browser: embeddings are kept there */
export function keepIn(folder: { getDirectoryHandle(name: string): Promise<object> }): void {
  Object.assign(navigator, { storage: { getDirectory: async () => folder } });
}
