/** Models of a hub: `@huggingface/hub` lists and downloads, this checks what came. */

import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HubApiError, downloadFile, listFiles, modelInfo } from '@huggingface/hub';
import { ModelToolError, checkPath } from './checks.mjs';
import { sha256Of } from './folder.mjs';

/** @typedef {import('./add.mjs').Source} Source */

/**
 * Opens a model of a hub. Its files are read at the commit that the revision stands for now.
 *
 * @param {string} id
 * @param {string} hub base address, without a closing slash
 * @param {string} revision branch, tag or commit
 * @returns {Promise<Source>}
 * @throws {ModelToolError} where the model or revision is not there, or the answer is not a hub's
 */
export async function openHubModel(id, hub, revision) {
  const what = `the model ${id} with revision ${revision}`;
  const repo = /** @type {const} */ ({ type: 'model', name: id });
  const { sha, files } = await ask(hub, what, async () => {
    const info = await modelInfo({ name: id, revision, additionalFields: ['sha'], hubUrl: hub });
    if (!/^[0-9a-f]{40}$/.test(info.sha)) {
      throw new ModelToolError(`${hub} names no commit of ${what}; ${CHECK_ADDRESS}`);
    }
    /** @type {Map<string, { bytes: number, sha256: string | undefined }>} */
    const files = new Map();
    for await (const { type, path, size, lfs } of listFiles({
      repo,
      revision: info.sha,
      recursive: true,
      hubUrl: hub,
    })) {
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
      // The library cannot open an empty file.
      if (bytes === 0) return writeFile(target, '');
      // Without xet, every hub and mirror answers alike.
      const from = { repo, revision: sha, path, hubUrl: hub, xet: false };
      await ask(hub, path, async () => {
        const blob = await downloadFile(from);
        if (blob === null) throw new ModelToolError(`${path}: the hub lists it, and it is not there`);
        const stream = /** @type {import('node:stream/web').ReadableStream} */ (blob.stream());
        await pipeline(Readable.fromWeb(stream), createWriteStream(target));
      });
      const { size } = await stat(target);
      if (size !== bytes) {
        throw new ModelToolError(`${path}: expected ${bytes} bytes as the hub lists, received ${size}`);
      }
      const found = await sha256Of(target);
      if (sha256 !== undefined && found !== sha256) {
        throw new ModelToolError(`${path}: expected SHA-256 ${sha256} as the hub says, found ${found}`);
      }
    },
  };
}

const CHECK_ADDRESS = "check the hub's address (--hub, NEGSCOPE_HUB)";

/**
 * @template T
 * @param {string} hub
 * @param {string} what is asked for
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 * @throws {ModelToolError} saying what went wrong and what to do
 */
async function ask(hub, what, action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ModelToolError) throw error;
    throw new ModelToolError(`${what}: ${describe(error, hub)}`, { cause: error });
  }
}

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
  // `fetch` says by a TypeError with a cause that the connection broke.
  if (error instanceof TypeError) return `the connection to ${hub} failed (${reasonOf(error)})`;
  return `${hub} did not answer as a hub (${reasonOf(error)}); ${CHECK_ADDRESS}`;
}

/** The innermost reason, at times a code alone. @param {unknown} error @returns {string} */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
