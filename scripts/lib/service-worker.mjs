/**
 * The service worker of a build: what it has to know of the build, and how its script is made. docs/OFFLINE.md says what
 * it is for.
 */

import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { FRAMED } from '../headers.mjs';
import { ENCODINGS } from './compress.mjs';
import { contentType } from './content-types.mjs';
import { BUNDLED_NAME } from './model-index.mjs';
import { PROJECT } from './paths.mjs';

/** @typedef {import('../../src/service/build').Build} Build */
/** @typedef {import('../../src/service/build').BuildFile} BuildFile */
/** @typedef {import('../../src/service/build').Keeping} Keeping */

const INDEX = 'index.html';

/** Its script beside the page: its folder is what it may answer for. */
const SERVICE_WORKER = 'service-worker.js';

/** The builds of the runtime that are asked for only where there is a GPU. */
const FOR_WEBGPU = /^assets\/ort-wasm-simd-threaded\.(jspi|asyncify)-/;

/** Encoders that whoever serves the page has put beside it, of gigabytes at times. */
const OTHER_MODELS = new RegExp(`^models/(?!index\\.json$|${BUNDLED_NAME}/)`);

/**
 * Writes the version of a build into its page and lists its files. Call it before twins and anything else that the page
 * never asks for are put into the folder.
 *
 * @param {string} folder the built page
 * @param {Record<string, string>} headers
 * @returns {Promise<Build>}
 */
export async function describeBuild(folder, headers) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !isApart(path) && statSync(join(folder, path)).isFile())
    .sort();
  const files = await Promise.all(paths.map((path) => describeFile(folder, path)));
  const version = createHash('sha256').update(JSON.stringify({ files, headers })).digest('hex').slice(0, 16);
  markVersion(join(folder, INDEX), version);
  const index = await describeFile(folder, INDEX);
  const listed = files.map((file) => (file.path === INDEX ? index : file));
  return { version, files: listed.sort((a, b) => a.bytes - b.bytes), headers };
}

/**
 * How Vite makes the script of the service worker: one classic script, which every browser takes.
 *
 * @param {Build} build
 * @param {string} folder where it is put
 * @returns {import('vite').InlineConfig}
 */
export function serviceWorkerConfig(build, folder) {
  return {
    configFile: false,
    root: PROJECT,
    publicDir: false,
    logLevel: 'warn',
    define: { __NEGSCOPE_BUILD__: JSON.stringify(build) },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: join(PROJECT, 'workers', SERVICE_WORKER.replace('.js', '.ts')),
        formats: ['iife'],
        name: 'negscope',
        fileName: () => SERVICE_WORKER,
      },
    },
  };
}

/** What stands in its place under the development server: it takes itself away, and reloads the page. */
const FAREWELL = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url);
})()));
`;

/**
 * Removes the service worker that a build has left at the address of the development server: it would serve that build
 * for ever.
 *
 * @returns {import('vite').Plugin}
 */
export function removeServiceWorker() {
  return {
    name: 'negscope-remove-service-worker',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `/${SERVICE_WORKER}`) return next();
        response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
        response.setHeader('Cache-Control', 'no-cache');
        response.end(FAREWELL);
      });
    },
  };
}

/**
 * @param {string} path
 * @returns {boolean} true for what lies in the folder and is no part of the page
 */
function isApart(path) {
  const name = path.split('/').at(-1) ?? '';
  return (
    name.startsWith('.') ||
    path === '_headers' ||
    path === SERVICE_WORKER ||
    ENCODINGS.some(({ ending }) => name.endsWith(ending))
  );
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<BuildFile>}
 */
async function describeFile(folder, path) {
  const file = join(folder, path);
  const keeping = keepingOf(path);
  const sha256 = keeping === 'never' ? null : await hashOf(file);
  return { path, bytes: statSync(file).size, sha256, type: contentType(path), keeping };
}

/**
 * @param {string} path
 * @returns {Keeping}
 */
function keepingOf(path) {
  // The browser asks for the framed document past the service worker.
  if (OTHER_MODELS.test(path) || path === FRAMED) return 'never';
  return /** @type {Keeping | undefined} */ (FOR_WEBGPU.exec(path)?.[1]) ?? 'always';
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * The page tells its service worker which version it is.
 *
 * @param {string} file
 * @param {string} version
 */
function markVersion(file, version) {
  const html = readFileSync(file, 'utf8');
  const marked = html.replace('<head>', `<head>\n    <meta name="negscope-version" content="${version}" />`);
  if (marked === html) throw new Error(`${file} has no <head> to put the version into.`);
  writeFileSync(file, marked);
}
