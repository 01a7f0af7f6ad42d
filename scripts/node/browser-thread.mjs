/**
 * What the built page and its workers use of a browser, for Node: threads as workers, files on disk, and the page's own files by
 * `fetch`. Nothing else can be fetched, so a command asks for nothing over a network.
 */

import { existsSync, openAsBlob, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import nodeProcess from 'node:process';
import { fileURLToPath } from 'node:url';
import { MessagePort, Worker as Thread, isMainThread } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';

import { DirectoryHandle, FileHandle, unlockAll } from './kept-files.mjs';

/** @typedef {{ disk: string } | { blob: Blob }} Place where the bytes of a file lie */
/** @typedef {{ [FILE]: Place, name: string, lastModified: number }} PackedFile */

/** The path of each file that lies on disk. @type {WeakMap<Blob, string>} */
const paths = new WeakMap();

const NodeFile = File;

/** A file made of one that lies on disk lies there too. */
class DiskFile extends NodeFile {
  /** @param {any[]} parts @param {string} name @param {FilePropertyBag} [options] */
  constructor(parts, name, options) {
    super(parts, name, options);
    const path = parts.length === 1 ? paths.get(parts[0]) : undefined;
    if (path !== undefined) paths.set(this, path);
  }
}

/** Stands for a file in a message: Node copies a file without its name, and one that lies on disk not at all. */
const FILE = 'negscope:file';

/** @param {string} path @param {string} [name] @returns {Promise<File>} read from disk as it is asked for */
export async function fileOnDisk(path, name = basename(path)) {
  const file = new File([await openAsBlob(path)], name, { lastModified: statSync(path).mtimeMs });
  paths.set(file, path);
  return file;
}

/**
 * A value with some of its parts replaced; the same one where none is.
 *
 * @param {unknown} value plain data, or what a message can hold beside it
 * @param {(part: object) => unknown} replace
 * @returns {unknown}
 */
function replaced(value, replace) {
  if (typeof value !== 'object' || value === null) return value;
  const other = replace(value);
  if (other !== value) return other;
  const isList = Array.isArray(value);
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return value;
  /** @type {Record<PropertyKey, unknown> | null} */
  let copy = null;
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const part = Reflect.get(value, key);
    const made = replaced(part, replace);
    if (made === part) continue;
    copy ??= /** @type {Record<PropertyKey, unknown>} */ (
      /** @type {unknown} */ (isList ? [...value] : { ...value })
    );
    copy[key] = made;
  }
  return copy ?? value;
}

/** @param {unknown} message @returns {unknown} in which files can travel */
function packed(message) {
  return replaced(message, (part) => {
    if (!(part instanceof NodeFile)) return part;
    const path = paths.get(part);
    const place = path === undefined ? { blob: part } : { disk: path };
    return { [FILE]: place, name: part.name, lastModified: part.lastModified };
  });
}

/** Hands out messages in their order, with their files opened again. */
class Inbox {
  /** @type {Promise<void> | null} until the files of messages before are open */
  #opening = null;

  /** @param {unknown} message @param {(message: unknown) => void} give */
  take(message, give) {
    /** @type {Map<object, File>} */
    const files = new Map();
    /** @type {Promise<void>[]} */
    const opening = [];
    replaced(message, (part) => {
      if (!(FILE in part)) return part;
      const { [FILE]: place, name, lastModified } = /** @type {PackedFile} */ (part);
      if ('blob' in place) files.set(part, new File([place.blob], name, { lastModified }));
      else opening.push(fileOnDisk(place.disk, name).then((file) => void files.set(part, file)));
      return part;
    });
    const whole = () => give(files.size > 0 ? replaced(message, (part) => files.get(part) ?? part) : message);
    if (this.#opening === null && opening.length === 0) return whole();
    const before = this.#opening ?? Promise.resolve();
    const mine = before.then(() => Promise.all(opening)).then(whole);
    this.#opening = mine;
    void mine.then(() => {
      if (this.#opening === mine) this.#opening = null;
    });
  }
}

/** Ports give messages with files too. */
function carryFiles() {
  const { postMessage, addEventListener, removeEventListener } = MessagePort.prototype;
  /** @typedef {(event: MessageEvent) => void} Listener */
  /** @type {WeakMap<object, Listener>} */
  const wrapped = new WeakMap();
  Object.assign(MessagePort.prototype, {
    /** @this {MessagePort} @param {unknown} message @param {unknown} transfer */
    postMessage(message, transfer) {
      return Reflect.apply(postMessage, this, [packed(message), transfer]);
    },
    /** @this {MessagePort} @param {string} type @param {Listener | { handleEvent: Listener }} listener @param {unknown} options */
    addEventListener(type, listener, options) {
      const inbox = new Inbox();
      const call = typeof listener === 'function' ? listener : listener.handleEvent.bind(listener);
      const own = (/** @type {MessageEvent} */ event) =>
        inbox.take(event.data, (data) =>
          call(data === event.data ? event : new MessageEvent('message', { data })),
        );
      if (type === 'message') wrapped.set(listener, own);
      Reflect.apply(addEventListener, this, [type, type === 'message' ? own : listener, options]);
      // Proxies of the main thread would keep the process alive; the threads do as long as they run.
      if (isMainThread) this.unref();
    },
    /** @this {MessagePort} @param {string} type @param {object} listener @param {unknown} options */
    removeEventListener(type, listener, options) {
      return Reflect.apply(removeEventListener, this, [type, wrapped.get(listener) ?? listener, options]);
    },
  });
}

/** A target whose `onmessage` and `onerror` count as listeners. */
class Target extends EventTarget {
  /** @type {((event: Event) => void) | null} */
  onmessage = null;
  /** @type {((event: Event) => void) | null} */
  onerror = null;
  /** @type {((event: Event) => void) | null} */
  onmessageerror = null;

  constructor() {
    super();
    this.addEventListener('message', (event) => this.onmessage?.(event));
    this.addEventListener('error', (event) => this.onerror?.(event));
    this.addEventListener('messageerror', (event) => this.onmessageerror?.(event));
  }
}

const OUT_OF_MEMORY =
  'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.';

/** @param {Error} error */
const isOutOfMemory = (error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A worker of the page as a thread. */
class WebWorker extends Target {
  #inbox = new Inbox();

  /** @param {string | URL} address of its script @param {{ type?: 'classic' | 'module', name?: string }} [options] */
  constructor(address, { type = 'classic', name = '' } = {}) {
    super();
    const workerData = { address: String(address), type, name, lent };
    this.thread = new Thread(new URL('./worker-thread.mjs', import.meta.url), { workerData });
    this.thread.on('message', ({ data, ports }) =>
      this.#inbox.take(data, (whole) =>
        this.dispatchEvent(new MessageEvent('message', { data: whole, ports })),
      ),
    );
    this.thread.on('messageerror', () => this.dispatchEvent(new Event('messageerror')));
    this.thread.on('error', (error) =>
      this.#fail(isOutOfMemory(error) ? OUT_OF_MEMORY : (error.stack ?? String(error))),
    );
    this.thread.on('exit', (code) => {
      if (code !== 0) this.#fail(`its thread ended with exit status ${code}`);
    });
  }

  /** @param {unknown} message @param {readonly import('node:worker_threads').TransferListItem[] | { transfer?: readonly import('node:worker_threads').TransferListItem[] }} [transfer] */
  postMessage(message, transfer = []) {
    this.thread.postMessage(...envelope(message, transfer));
  }

  terminate() {
    this.thread.removeAllListeners();
    void this.thread.terminate();
  }

  /** @param {string} message */
  #fail(message) {
    const event = Object.assign(new Event('error', { cancelable: true }), { message });
    this.dispatchEvent(event);
    if (!event.defaultPrevented) console.error(message);
  }
}

/**
 * A message of a worker or to it: a browser hands over ports beside it.
 *
 * @param {unknown} message
 * @param {readonly unknown[] | { transfer?: readonly unknown[] }} given
 * @returns {[{ data: unknown, ports: unknown[] }, any[]]}
 */
export function envelope(message, given) {
  const transfer = [...('length' in given ? given : (given.transfer ?? []))];
  const ports = transfer.filter((each) => each instanceof MessagePort);
  return [{ data: message, ports }, transfer];
}

const TYPES = { wasm: 'application/wasm', json: 'application/json' };

/** Reads a file of the page; of one that the package holds compressed its twin. @param {string} path @returns {Buffer | null} */
export function readPage(path) {
  if (existsSync(path)) return readFileSync(path);
  return existsSync(`${path}.br`) ? brotliDecompressSync(readFileSync(`${path}.br`)) : null;
}

/** @param {string | URL | Request} asked @param {{ method?: string }} [options] @returns {Promise<Response>} */
async function fetchOwn(asked, { method = 'GET' } = {}) {
  const { protocol, href } = new URL(asked instanceof Request ? asked.url : asked);
  if (protocol === 'blob:' || protocol === 'data:') return webFetch(href);
  if (protocol !== 'file:') throw new TypeError(`${href}: nothing is fetched over a network`);
  const path = fileURLToPath(href.split(/[?#]/)[0] ?? href);
  const bytes = readPage(path);
  if (bytes === null) return new Response(null, { status: 404 });
  const type = Object.entries(TYPES).find(([ending]) => path.endsWith(`.${ending}`))?.[1];
  const headers = { 'Content-Length': String(bytes.length), ...(type && { 'Content-Type': type }) };
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

const webFetch = globalThis.fetch;

/** As much of it as onnxruntime needs for its WebAssembly, which it does not fetch where it lies in a file. */
class FileRequest {
  status = 0;
  /** @type {ArrayBuffer | null} */
  response = null;
  /** @type {(() => void) | null} */
  onload = null;
  /** @type {((error: unknown) => void) | null} */
  onerror = null;
  #address = '';

  /** @param {string} _method @param {string} address */
  open(_method, address) {
    this.#address = address;
  }

  send() {
    fetchOwn(this.#address)
      .then(async (answer) => {
        this.status = answer.status;
        this.response = await answer.arrayBuffer();
        this.onload?.();
      })
      .catch((error) => this.onerror?.(error));
  }
}

/**
 * @typedef {object} Lent what a command lends the page and its workers
 * @property {string | null} keep a folder that stands for the browser's private files
 * @property {import('./installed.mjs').Native | null} native
 */

/** @type {Lent} */
export const NOTHING_LENT = { keep: null, native: null };

let lent = NOTHING_LENT;

/**
 * @param {string} address of the page, or of the script of a worker
 * @param {Lent} given
 */
export function becomeBrowser(address, given) {
  lent = given;
  const { keep, native } = given;
  carryFiles();
  const { href, protocol, host, pathname, search } = new URL(address);
  // Of an address of a file `origin` is "null", against which onnxruntime finds nothing.
  Object.defineProperty(URL.prototype, 'origin', { get: () => 'file://', configurable: true });
  const location = { href, protocol, host, pathname, search, origin: 'file://' };
  const navigator = {
    hardwareConcurrency: availableParallelism(),
    userAgent: `Node ${process.version}`,
    language: 'en',
  };
  if (keep !== null) {
    Object.assign(navigator, { storage: { getDirectory: async () => new DirectoryHandle(keep) } });
    if (isMainThread) nodeProcess.once('exit', () => unlockAll(keep));
  }
  const values = {
    self: globalThis,
    location,
    navigator,
    fetch: fetchOwn,
    XMLHttpRequest: FileRequest,
    Worker: WebWorker,
    File: DiskFile,
    crossOriginIsolated: true,
    FileSystemDirectoryHandle: DirectoryHandle,
    FileSystemFileHandle: FileHandle,
  };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  // No seal of a page: what is not a file of its own cannot be fetched anyway.
  Object.defineProperty(globalThis, Symbol.for('negscope.seal'), { value: null });
  const lends = { native: native && { ...native, load: () => required(native.path) } };
  Object.defineProperty(globalThis, Symbol.for('negscope.host'), { value: lends });
  globalThis.ErrorEvent ??= /** @type {any} */ (
    class ErrorEvent extends Event {
      /** @param {string} type @param {{ message?: string }} [options] */
      constructor(type, { message = '', ...options } = {}) {
        super(type, options);
        this.message = message;
      }
    }
  );
}

const REQUIRE = createRequire(import.meta.url);

/** Requires a package of Node in a thread that has `process` taken away. @param {string} path @returns {any} */
function required(path) {
  const given = Object.getOwnPropertyDescriptor(globalThis, 'process');
  Object.defineProperty(globalThis, 'process', { value: nodeProcess, configurable: true, writable: true });
  try {
    return REQUIRE(path);
  } finally {
    if (given) Object.defineProperty(globalThis, 'process', given);
  }
}

export { Inbox, Target };
