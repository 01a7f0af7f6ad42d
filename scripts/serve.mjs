/**
 * A static file server for dist/, with the headers that seal the page on every answer; of a file that was compressed
 * when the page was built it sends the compressed twin. `npm start [-- --port N --base /path/ --plain]` starts it; `--plain`: as
 * a host without headers serves it.
 */

import { constants, createReadStream } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

import { FRAMED, cacheControl, framedHeaders, responseHeaders } from './headers.mjs';
import { TWIN } from './lib/compress.mjs';
import { contentType } from './lib/content-types.mjs';
import { DIST, isMain } from './lib/paths.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/**
 * @typedef {object} ServeOptions
 * @property {string} root folder that is served
 * @property {number} port 0: any free one
 * @property {string} [basePath] such as `/some/base/`: outside it everything is a 404
 * @property {boolean} [plain] as a host that knows nothing of the page: no header of ours, no compressed twin
 * @property {ReadonlyMap<string, Beside>} [beside] what else is served, by its path inside the base; then only requests that
 *   name this machine as their host are answered, so that no other site reaches it by a name of its own
 */

/** A file, absolute and no link, or a text of JSON. @typedef {{ file: string } | { json: string }} Beside */

/**
 * Serves a folder on localhost. A missing file is a 404 with a line of text, never the page itself.
 *
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} url ends with a slash
 * @throws {NodeJS.ErrnoException} EADDRINUSE where the port is taken
 */
export async function serve({ root, port, basePath = '/', plain = false, beside }) {
  const base = `/${basePath}/`.replace(/\/+/g, '/');
  const headers = plain ? {} : responseHeaders();
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const answered =
      beside === undefined
        ? answer(request, response, { root: resolve(root), base, plain })
        : answerBeside(request, response, { root: resolve(root), base, beside });
    answered.catch(() => response.destroy());
  });
  await new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, 'localhost', () => done(undefined));
  });
  const address = server.address();
  const bound = address !== null && typeof address === 'object' ? address.port : port;
  return {
    url: `http://localhost:${bound}${base}`,
    port: bound,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * As `serve`, on the first free port from `port` on.
 *
 * @param {ServeOptions} options
 */
export async function serveFrom({ port, ...options }) {
  for (let candidate = port; candidate < port + 100; candidate++) {
    try {
      return await serve({ ...options, port: candidate });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new SetupError(`The ports ${port} to ${port + 99} are all taken; set PORT to another one.`);
}

/**
 * @param {string | undefined} text
 * @param {number} fallback
 * @returns {number}
 * @throws {SetupError} where the text is no port
 */
export function parsePort(text, fallback) {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SetupError(`Port "${text}": expected a whole number from 0 to 65535.`);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ root: string, base: string, plain: boolean }} host root: absolute; base: with slashes at both ends
 */
async function answer(request, response, { root, base, plain }) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(request, response, 405, 'Only GET and HEAD are answered here.');
  }
  const [address = ''] = (request.url ?? '/').split('?');
  if (`${address}/` === base) return redirect(response, base);
  const path = address.startsWith(base) ? decodePath(address.slice(base.length)) : null;
  const found = path === null ? null : await findFile(root, path);
  if (found === null) return refuse(request, response, 404, `There is no ${address} here.`);
  if (found === 'folder') return redirect(response, `${address}/`);

  const { sent, stats, twin } = plain
    ? { sent: found, stats: await stat(found), twin: null }
    : await chosenTwin(found, request.headers['accept-encoding']);
  const name = relative(root, found).replaceAll(sep, '/');
  if (!plain && name === FRAMED) {
    for (const [header, value] of Object.entries(framedHeaders())) response.setHeader(header, value);
  }
  const version = `${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}`;
  const tag = twin === 'sent' ? `"${version}-br"` : `"${version}"`;
  response.setHeader('ETag', tag);
  if (!plain) response.setHeader('Cache-Control', cacheControl(name));
  if (twin !== null) response.setHeader('Vary', 'Accept-Encoding');
  if (isKnown(tag, request.headers['if-none-match'])) {
    response.writeHead(304).end();
    return;
  }
  if (twin === 'sent') response.setHeader('Content-Encoding', 'br');
  if (twin !== 'unpacked') response.setHeader('Content-Length', stats.size);
  response.writeHead(200, { 'Content-Type': contentType(found) });
  if (request.method === 'HEAD') response.end();
  else if (twin === 'unpacked') await pipeline(createReadStream(sent), createBrotliDecompress(), response);
  else await pipeline(createReadStream(sent), response);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ root: string, base: string, beside: ReadonlyMap<string, Beside> }} host
 */
async function answerBeside(request, response, { root, base, beside }) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (request.socket.address());
  if (!hostsAt(port).includes(request.headers.host ?? '')) {
    return refuse(request, response, 421, 'Only this machine is answered here.');
  }
  const [address = ''] = (request.url ?? '/').split('?');
  const found = address.startsWith(base) ? beside.get(address.slice(base.length)) : undefined;
  if (found === undefined || request.method !== 'GET') {
    return answer(request, response, { root, base, plain: false });
  }
  response.setHeader('Cache-Control', 'no-store');
  if ('json' in found) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(found.json);
    return;
  }
  // A link may have taken the place of the file, or of a folder above it.
  const isItself = (await realpath(found.file).catch(() => null)) === found.file;
  if (!isItself) return refuse(request, response, 404, `What was given as ${address} is no longer there.`);
  const file = await open(found.file, constants.O_RDONLY | constants.O_NOFOLLOW);
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': (await file.stat()).size,
  });
  await pipeline(file.createReadStream(), response);
}

/** This machine as browsers name it, which leave out the port 80. @param {number} port @returns {string[]} */
export function hostsAt(port) {
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}

/**
 * What is sent of a file: its compressed twin where the browser takes it. A twin older than its file is of another content.
 * The npm package holds the twin alone, which is unpacked on its way where it has to be.
 *
 * @param {string} file
 * @param {string} [accepted] the request's Accept-Encoding
 * @returns {Promise<{ sent: string, stats: import('node:fs').Stats, twin: 'sent' | 'unpacked' | 'there' | null }>}
 */
async function chosenTwin(file, accepted = '') {
  const [own, twin] = [await statsOf(file), await statsOf(file + TWIN)];
  const fits = twin?.isFile() && (!own || (twin.mtimeMs >= own.mtimeMs && twin.size < own.size));
  if (own && !(fits && acceptsBrotli(accepted)))
    return { sent: file, stats: own, twin: fits ? 'there' : null };
  const stats = /** @type {import('node:fs').Stats} */ (twin);
  return { sent: file + TWIN, stats, twin: acceptsBrotli(accepted) ? 'sent' : 'unpacked' };
}

/** @param {string} path @returns {Promise<import('node:fs').Stats | null>} */
function statsOf(path) {
  return stat(path).catch(() => null);
}

/**
 * @param {string} accepted such as `gzip, deflate, br;q=0.5`
 * @returns {boolean} false where it is not named, or named with a weight of 0
 */
function acceptsBrotli(accepted) {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/**
 * @param {string} tag
 * @param {string | undefined} known the request's If-None-Match: tags with commas between them, or `*`
 * @returns {boolean}
 */
function isKnown(tag, known) {
  const tags = (known ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

/**
 * @param {string} path percent-encoded, relative to the root
 * @returns {string | null} null for a path that leaves the root, names a dot file, or cannot be decoded
 */
function decodePath(path) {
  let decoded;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const parts = decoded.split('/');
  return parts.some((part) => part.startsWith('.')) || /[\0\\]/.test(decoded) ? null : decoded;
}

/**
 * @param {string} root
 * @param {string} path decoded; empty or closed by a slash for a folder
 * @returns {Promise<string | 'folder' | null>} the file, of which only the twin may be there; `folder`: it has an index.html,
 *   and the address lacks the closing slash
 */
async function findFile(root, path) {
  const asFolder = path === '' || path.endsWith('/');
  const file = join(root, path, asFolder ? 'index.html' : '');
  const stats = (await statsOf(file)) ?? (await statsOf(file + TWIN));
  if (stats?.isFile()) return file;
  if (!stats?.isDirectory()) return null;
  return (await statsOf(join(file, 'index.html')))?.isFile() ? 'folder' : null;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} location
 */
function redirect(response, location) {
  response.writeHead(301, { Location: location }).end();
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function refuse(request, response, status, message) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : `${message}\n`);
}

/** What `npm start` does, and `npx negscope serve`. @param {string[]} args */
export async function serveUntilStopped(args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      base: { type: 'string', default: '/' },
      plain: { type: 'boolean', default: false },
    },
  });
  await ensureDependencies();
  await ensureBuild();
  const port = parsePort(values.port ?? process.env.PORT, 4173);
  // A port asked for by name is that port or an error: whoever asked waits there.
  const options = { root: DIST, port, basePath: values.base, plain: values.plain };
  const { url } = await (values.port === undefined ? serveFrom(options) : serve(options));
  console.log(`\nNegscope is at ${url}\nIt runs until Ctrl-C.`);
}

if (isMain(import.meta.url)) await runMain(() => serveUntilStopped(process.argv.slice(2)));
