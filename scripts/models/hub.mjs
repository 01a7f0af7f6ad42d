/** Models of a hub, through `@huggingface/hub`. The library downloads; it does not retry, resume or check hashes, so this does. */

import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { HubApiError, downloadFile, listFiles, modelInfo } from '@huggingface/hub';
import { formatBytes } from '../lib/format-bytes.mjs';
import { ModelToolError, checkPath } from './checks.mjs';
import { checkHash } from './folder.mjs';

/** @typedef {import('./add.mjs').Progress} Progress */
/** @typedef {import('./add.mjs').Source} Source */

/** Bytes of one request. A broken connection loses one piece at most. */
const PIECE = 8 * 1024 * 1024;

const RETRIES = 3;
const FIRST_PAUSE_MS = 300;

/** Answers worth a second try: time-out, too many requests, a server in trouble. */
const TRY_AGAIN = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Opens a model of a hub. Its files are read at the commit that the revision stands for now.
 *
 * @param {string} id
 * @param {string} hub base address, without a closing slash
 * @param {string} revision branch, tag or commit
 * @param {Progress} progress
 * @returns {Promise<Source>}
 * @throws {ModelToolError} where the model or revision is not there, or the answer is not a hub's
 */
export async function openHubModel(id, hub, revision, progress) {
  const what = `the model ${id} with revision ${revision}`;
  const { sha, files } = await ask(hub, what, progress, async () => {
    const info = await modelInfo({ name: id, revision, additionalFields: ['sha'], hubUrl: hub });
    if (!/^[0-9a-f]{40}$/.test(info.sha)) {
      throw new ModelToolError(`${hub} names no commit of ${what}; ${CHECK_ADDRESS}`);
    }
    const list = listFiles({ repo: modelCalled(id), revision: info.sha, recursive: true, hubUrl: hub });
    /** @type {Map<string, { bytes: number, sha256: string | undefined }>} */
    const files = new Map();
    for await (const { type, path, size, lfs } of list) {
      if (type === 'file') files.set(checkPath(path, hub), { bytes: size, sha256: lfs?.oid });
    }
    return { sha: info.sha, files };
  });
  return {
    id,
    entry: { source: `${id}@${sha}`, revision },
    paths: [...files.keys()],
    bring: async (path, target) => {
      const { bytes = 0, sha256 } = files.get(path) ?? {};
      await download({ hub, id, sha, path, bytes, progress }, target);
      if (sha256 !== undefined) await checkHash(target, path, sha256, 'the hub');
    },
  };
}

/**
 * Downloads a file piece by piece. Only the piece that failed is asked for again.
 *
 * @param {{ hub: string, id: string, sha: string, path: string, bytes: number, progress: Progress }} file
 * @param {string} target
 */
async function download({ hub, id, sha, path, bytes, progress }, target) {
  const output = await open(target, 'w');
  try {
    if (bytes === 0) return; // The library cannot open an empty file.
    const blob = await ask(hub, path, progress, () =>
      // Without xet, every hub and mirror answers alike: with ranges of bytes.
      downloadFile({ repo: modelCalled(id), revision: sha, path, hubUrl: hub, xet: false }),
    );
    if (blob?.size !== bytes) throw wrongSize(path, bytes, blob?.size);
    for (let at = 0; at < bytes; at += PIECE) {
      const end = Math.min(at + PIECE, bytes);
      const piece = await ask(hub, path, progress, () => blob.slice(at, end).arrayBuffer());
      if (piece.byteLength !== end - at) throw wrongSize(path, bytes, at + piece.byteLength);
      await output.appendFile(new Uint8Array(piece));
      const share = `${formatBytes(end)} of ${formatBytes(bytes)}, ${Math.floor((100 * end) / bytes)} %`;
      if (end < bytes) progress.show(`${path}  ${share}`);
    }
  } finally {
    await output.close();
  }
}

/** @param {string} name @returns {{ type: 'model', name: string }} */
function modelCalled(name) {
  return { type: 'model', name };
}

/**
 * @param {string} path
 * @param {number} listed
 * @param {number | undefined} received undefined where the file is not there
 */
function wrongSize(path, listed, received) {
  return new ModelToolError(
    `${path}: expected ${listed} bytes as the hub lists, received ${received ?? 'none'}; add the model again`,
  );
}

/**
 * Asks a hub, up to three times more where the connection breaks or the hub is busy.
 *
 * @template T
 * @param {string} hub
 * @param {string} what is asked for
 * @param {Progress} progress
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 * @throws {ModelToolError} saying what went wrong and what to do
 */
async function ask(hub, what, progress, action) {
  for (let retry = 1; ; retry += 1) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ModelToolError) throw error;
      const problem = `${what}: ${describe(error, hub)}`;
      if (!isPassing(error)) throw new ModelToolError(problem, { cause: error });
      if (retry > RETRIES) throw new ModelToolError(`${problem} (tried ${retry} times)`, { cause: error });
      progress.note(`${problem}; trying again (${retry} of ${RETRIES})`);
      await delay(FIRST_PAUSE_MS * 2 ** (retry - 1));
    }
  }
}

/** @param {unknown} error @returns {boolean} whether a second try may help */
function isPassing(error) {
  return error instanceof HubApiError ? TRY_AGAIN.has(error.statusCode) : isBroken(error);
}

/** @param {unknown} error @returns {error is TypeError} whether the connection broke: `fetch` says so by a TypeError with a cause */
function isBroken(error) {
  return error instanceof TypeError && error.cause !== undefined;
}

const CHECK_ADDRESS = "check the hub's address (--hub, NEGSCOPE_HUB)";

/**
 * @param {unknown} error
 * @param {string} hub
 * @returns {string}
 */
function describe(error, hub) {
  if (error instanceof HubApiError) {
    const answered = `${hub} answered ${error.statusCode}`;
    if (error.statusCode === 404) return `${answered}: it is not there; check the id and --revision`;
    if (error.statusCode !== 401 && error.statusCode !== 403) return answered;
    return (
      `${answered}: there is no such model, or it asks for a login, which this tool does not do. ` +
      'Check the id, or download the folder by hand and add the folder'
    );
  }
  if (isBroken(error)) return `the connection to ${hub} failed (${reasonOf(error)})`;
  return `${hub} did not answer as a hub (${reasonOf(error)}); ${CHECK_ADDRESS}`;
}

/** @param {unknown} error @returns {string} the innermost reason: `fetch` keeps it in `cause`, at times as a code alone */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
