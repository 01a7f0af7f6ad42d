/** Downloads by HTTP: redirects, retries, and going on where a download broke off. */

import http from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { HubError, InterruptedError, NotFoundError } from './errors.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const MAX_REDIRECTS = 5;
const RETRIES = 3;
const FIRST_PAUSE_MS = 300;
const IDLE_MS = 30_000;
const REDIRECT = new Set([301, 302, 303, 307, 308]);
const TRY_AGAIN = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Where a redirect leads.
 *
 * @param {URL} from the address that answered
 * @param {string} location its Location header, relative or absolute
 * @returns {URL}
 * @throws {HubError} for an unreadable address, one that is not HTTP, or a step down from https to http
 */
export function redirectTarget(from, location) {
  if (!URL.canParse(location, from.href)) {
    throw new HubError(`${from.href} redirects to "${location}", which is not an address`);
  }
  const to = new URL(location, from);
  if (to.protocol !== 'https:' && to.protocol !== 'http:') {
    throw new HubError(`${from.href} redirects to ${to.protocol} instead of https; not followed`);
  }
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new HubError(`${from.href} redirects from https to http (${to.host}); not followed`);
  }
  return to;
}

/**
 * A GET that follows up to five redirects. The body is not read: the caller does.
 *
 * @param {URL} url
 * @param {Record<string, string>} headers
 * @returns {Promise<{ response: IncomingMessage, commit: string | undefined }>} an answer with status 200, 206
 *   or 416; commit is the hub's X-Repo-Commit, given by the first address, not by its file store
 * @throws {NotFoundError} for 404
 * @throws {InterruptedError} for a connection that failed and for statuses worth a second try
 * @throws {HubError} for other statuses and for redirects that are not followed
 */
export async function openUrl(url, headers) {
  let current = url;
  /** @type {string | undefined} */
  let commit;
  for (let hops = 0; ; hops += 1) {
    const response = await get(current, headers);
    const status = response.statusCode ?? 0;
    const header = response.headers['x-repo-commit'];
    commit ??= typeof header === 'string' ? header : undefined;
    if (status === 200 || status === 206 || status === 416) {
      return { response: refuseCompressed(response, current), commit };
    }
    response.destroy();
    if (!REDIRECT.has(status)) throw statusError(current, status);
    if (hops === MAX_REDIRECTS) {
      throw new HubError(`${url.href} redirects more than ${MAX_REDIRECTS} times; not followed further`);
    }
    const location = response.headers.location;
    if (location === undefined) throw new HubError(`${current.href} answered ${status} without a Location`);
    current = redirectTarget(current, location);
  }
}

/**
 * The bytes of an answer. Only the connection's own errors are translated: those of whoever uses the bytes are not.
 *
 * @param {IncomingMessage} response
 * @param {() => string} cutOff what to say when the connection breaks
 * @returns {AsyncGenerator<Buffer, void>}
 * @throws {InterruptedError} when the connection breaks before the answer is whole
 */
export async function* readBody(response, cutOff) {
  try {
    for await (const chunk of response) yield chunk;
  } catch (cause) {
    throw new InterruptedError(`${cutOff()}: ${describe(cause)}`, { cause });
  }
}

/**
 * Repeats an action that was interrupted, up to three times, with growing pauses.
 *
 * @template T
 * @param {() => Promise<T>} action
 * @param {(error: InterruptedError, retry: number, retries: number) => void} onRetry
 * @returns {Promise<T>}
 * @throws {HubError} the last interruption, saying how often it was tried; other errors as they come
 */
export async function withRetries(action, onRetry) {
  for (let retry = 1; ; retry += 1) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      if (retry > RETRIES) throw new HubError(`${error.message} (tried ${retry} times)`, { cause: error });
      onRetry(error, retry, RETRIES);
      await delay(FIRST_PAUSE_MS * 2 ** (retry - 1));
    }
  }
}

/**
 * @param {URL} url
 * @param {Record<string, string>} headers
 * @returns {Promise<IncomingMessage>}
 */
function get(url, headers) {
  /** @type {typeof http.request} */
  const request = url.protocol === 'https:' ? https.request : http.request;
  const sent = { 'user-agent': 'negscope-models', 'accept-encoding': 'identity', ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: sent }, resolve);
    outgoing.setTimeout(IDLE_MS, () => {
      outgoing.destroy(new Error(`no bytes for ${IDLE_MS / 1000} seconds`));
    });
    outgoing.on('error', (error) => {
      reject(new InterruptedError(`${url.href}: ${describe(error)}`, { cause: error }));
    });
    outgoing.end();
  });
}

/**
 * Node's message for a refused connection to a name with several addresses is empty; its code is not.
 *
 * @param {unknown} error
 */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message === '' ? code : error.message;
}

/**
 * Sizes are compared with Content-Length, which counts compressed bytes.
 *
 * @param {IncomingMessage} response
 * @param {URL} url
 */
function refuseCompressed(response, url) {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw new HubError(`${url.href} answered with Content-Encoding ${encoding} though none was asked for`);
  }
  return response;
}

/**
 * @param {URL} url
 * @param {number} status
 */
function statusError(url, status) {
  if (status === 404) return new NotFoundError(`${url.href} was not found (404)`);
  if (TRY_AGAIN.has(status)) return new InterruptedError(`${url.href} answered ${status}`);
  if (status === 401 || status === 403) {
    return new HubError(
      `${url.href} answered ${status}: there is no such model, or it asks for a login, which this tool does not do. ` +
        'Check the id, or download the folder by hand and add the folder.',
    );
  }
  return new HubError(`${url.href} answered ${status}, expected 200`);
}
