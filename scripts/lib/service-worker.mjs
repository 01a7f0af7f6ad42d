/**
 * The service worker of a build: what it has to know of the build, and how its script is made. docs/PRIVACY.md says what
 * it is for.
 */

import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { TWIN } from './compress.mjs';
import { PROJECT } from './paths.mjs';

/** @typedef {import('../../src/service/build').Build} Build */

const INDEX = 'index.html';

/** The list of the build's files. */
const FILES = 'files.json';

/** Its script beside the page: its folder is what it may answer for. */
const SERVICE_WORKER = 'service-worker.js';

/**
 * Writes the version of a build into its page, and the list of its files beside it. Call it before twins and anything else that
 * the page never asks for are put into the folder.
 *
 * @param {string} folder the built page
 * @param {string} version equal versions are equal builds
 * @param {Record<string, string>} headers
 * @returns {Build}
 */
export function describeBuild(folder, version, headers) {
  markVersion(join(folder, INDEX), version);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !isApart(path) && statSync(join(folder, path)).isFile())
    .map((path) => ({ path, bytes: statSync(join(folder, path)).size }))
    .sort((a, b) => a.bytes - b.bytes || (a.path < b.path ? -1 : 1));
  const build = { version, files, headers };
  writeFileSync(join(folder, FILES), JSON.stringify(build));
  return build;
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
    // What commands run.
    path.startsWith('node/') ||
    path === '_headers' ||
    path === SERVICE_WORKER ||
    path === FILES ||
    name.endsWith(TWIN)
  );
}

/**
 * By it the page knows which copy is its own.
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
