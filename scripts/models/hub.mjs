/** A hub's interface: which files a model has, and their addresses. */

import { open, stat } from 'node:fs/promises';
import { checkPath, isObject } from './checks.mjs';
import { HubError, InterruptedError, NotFoundError } from './errors.mjs';
import { openUrl, readBody, withRetries } from './http.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * What the hub says of one file; sha256 is there for files in large-file storage only.
 * @typedef {{ size?: number, sha256?: string }} HubFile
 */

/**
 * @typedef {object} HubModel
 * @property {string} hub the hub's base address, without a closing slash
 * @property {string} id
 * @property {string} revision as asked for: a branch, a tag or a commit
 * @property {string} sha the commit it stands for
 * @property {Map<string, HubFile>} files by path
 */

const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * Reads a model's file list: `BASE/api/models/{id}/revision/{revision}?blobs=true`.
 *
 * @param {string} hub base address, without a closing slash
 * @param {string} id
 * @param {string} revision
 * @param {Progress} progress
 * @returns {Promise<HubModel>}
 * @throws {HubError} for a model or revision that is not there, and an answer of another shape
 * @throws {ModelToolError} when a listed path tries to leave the folder
 */
export async function listModel(hub, id, revision, progress) {
  const url = new URL(`${hub}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`);
  const where = `the file list of ${id} (${url.href})`;
  let text;
  try {
    text = await withRetries(() => readText(url), progress.retry);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new HubError(`${hub} has no model ${id} with revision ${revision}; check the id and --revision`);
  }
  const answer = parseObject(text, where);
  if (typeof answer.sha !== 'string' || !/^[0-9A-Za-z]+$/.test(answer.sha)) {
    throw new HubError(`${where}: expected a commit in the field sha`);
  }
  if (!Array.isArray(answer.siblings))
    throw new HubError(`${where}: expected an array in the field siblings`);
  const files = new Map(answer.siblings.map((sibling, row) => readSibling(sibling, row, where)));
  return { hub, id, revision, sha: answer.sha, files };
}

/**
 * Downloads one file of a model. A transfer that is cut off is taken up where it stopped when the server knows
 * ranges, and begun again when it does not, up to three times.
 *
 * @param {HubModel} model
 * @param {string} path the path on the hub
 * @param {string} target the file to write
 * @param {Progress} progress
 * @returns {Promise<void>}
 * @throws {NotFoundError} for 404
 * @throws {HubError} when it stays incomplete, or its size or commit is not the listed one
 */
export async function downloadFile(model, path, target, progress) {
  const { hub, id, revision, sha } = model;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const url = new URL(`${hub}/${id}/resolve/${encodeURIComponent(revision)}/${encoded}`);
  const listed = model.files.get(path)?.size;
  /** @type {string | undefined} */
  let etag;
  const received = await withRetries(async () => {
    const have = await sizeOf(target);
    const { response, commit } = await openUrl(url, rangeHeaders(have, etag));
    if (commit !== undefined && commit !== sha) {
      response.destroy();
      throw new HubError(
        `${id}: revision ${revision} moved from ${sha} to ${commit} meanwhile; add it again`,
      );
    }
    etag = response.headers.etag;
    return receive(response, { path, target, have, listed, progress });
  }, progress.retry);
  if (listed !== undefined && received !== listed) {
    throw new HubError(`${path}: expected ${listed} bytes as the hub lists, received ${received}`);
  }
}

/**
 * @param {IncomingMessage} response
 * @param {{ path: string, target: string, have: number, listed: number | undefined, progress: Progress }} transfer
 * @returns {Promise<number>} the file's size, in bytes
 */
async function receive(response, { path, target, have, listed, progress }) {
  const resumed = response.statusCode === 206 && rangeStart(response) === have;
  if (response.statusCode !== 200 && !resumed) {
    response.destroy();
    await (await open(target, 'w')).close();
    throw new InterruptedError(`${path}: the server did not continue at byte ${have}`);
  }
  const length = response.headers['content-length'];
  const promised = length === undefined ? undefined : (resumed ? have : 0) + Number(length);
  const total = promised ?? listed;
  let received = resumed ? have : 0;
  const cutOff = () => `${path}: the download was cut off after ${received} of ${total ?? 'unknown'} bytes`;
  const file = await open(target, resumed ? 'a' : 'w');
  try {
    for await (const chunk of readBody(response, cutOff)) {
      await file.appendFile(chunk);
      received += chunk.length;
      progress.update(path, received, total);
    }
  } finally {
    await file.close();
  }
  if (promised !== undefined && received !== promised) throw new InterruptedError(cutOff());
  return received;
}

/**
 * If-Range makes a server whose file has changed send all of it instead of a tail that does not fit.
 *
 * @param {number} have
 * @param {string | undefined} etag
 * @returns {Record<string, string>}
 */
function rangeHeaders(have, etag) {
  if (have === 0) return {};
  const strong = etag !== undefined && !etag.startsWith('W/');
  return { range: `bytes=${have}-`, ...(strong ? { 'if-range': etag } : {}) };
}

/**
 * @param {IncomingMessage} response
 * @returns {number | undefined}
 */
function rangeStart(response) {
  const match = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '');
  return match === null ? undefined : Number(match[1]);
}

/**
 * @param {string} target
 * @returns {Promise<number>} bytes already there
 */
async function sizeOf(target) {
  try {
    return (await stat(target)).size;
  } catch {
    return 0;
  }
}

/**
 * @param {URL} url
 * @returns {Promise<string>}
 */
async function readText(url) {
  const { response } = await openUrl(url, {});
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of readBody(response, () => `${url.href} was cut off after ${bytes} bytes`)) {
    bytes += chunk.length;
    if (bytes > MAX_LIST_BYTES)
      throw new HubError(`${url.href} answered with more than ${MAX_LIST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * @param {string} text
 * @param {string} where
 * @returns {Record<string, unknown>}
 */
function parseObject(text, where) {
  try {
    const value = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    throw new HubError(`${where}: expected JSON; check the hub's address (--hub, NEGSCOPE_HUB)`, { cause });
  }
  throw new HubError(`${where}: expected a JSON object`);
}

/**
 * @param {unknown} sibling
 * @param {number} row
 * @param {string} where
 * @returns {[string, HubFile]}
 */
function readSibling(sibling, row, where) {
  if (!isObject(sibling) || typeof sibling.rfilename !== 'string') {
    throw new HubError(`${where}: siblings[${row}]: expected a file name in the field rfilename`);
  }
  const lfs = isObject(sibling.lfs) ? sibling.lfs : {};
  const path = checkPath(sibling.rfilename, where);
  return [
    path,
    {
      ...(typeof sibling.size === 'number' ? { size: sibling.size } : {}),
      ...(typeof lfs.sha256 === 'string' ? { sha256: lfs.sha256.toLowerCase() } : {}),
    },
  ];
}
