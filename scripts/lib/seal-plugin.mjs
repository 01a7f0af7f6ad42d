/**
 * Vite's part in the seal: the page's first script, and the scripts of other people's workers with ours before them.
 * Both are `src/seal/` as one classic script, since a module's imports run before its own first line.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { build } from 'vite';

import { FRAMED, HASHED_FOLDER, contentSecurityPolicy, framedMetaPolicy } from '../headers.mjs';
import { PROJECT } from './paths.mjs';

/** Files that run as workers and are not ours, by the name under which they are imported. */
const DUCKDB = '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';
const WORKERS = [
  DUCKDB,
  'onnxruntime-web/ort-wasm-simd-threaded.mjs',
  'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs',
  'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs',
];

const ADDRESS = '?url';
const FOLDER = join(PROJECT, 'node_modules', '.cache', 'negscope', 'sealed');

/** What `src/seal/` needs of the build. */
export const SEAL_DEFINES = { __NEGSCOPE_POLICY__: JSON.stringify(contentSecurityPolicy()) };

/** A script of src/, from there. @typedef {'seal/in-page' | 'seal/in-worker' | 'lifeline-of-others'} Entry */

/** @type {Map<Entry, Promise<string>>} */
const scripts = new Map();

/**
 * A part of `src/` as one classic script.
 *
 * @param {Entry} entry
 * @returns {Promise<string>}
 */
export function scriptOf(entry) {
  const known = scripts.get(entry);
  if (known) return known;
  const made = build({
    configFile: false,
    root: PROJECT,
    publicDir: false,
    logLevel: 'error',
    define: SEAL_DEFINES,
    build: {
      target: 'es2023',
      write: false,
      lib: { entry: join(PROJECT, 'src', `${entry}.ts`), formats: ['iife'], name: 'seal' },
    },
  }).then((outputs) => {
    const [output] = Array.isArray(outputs) ? outputs : [outputs];
    if (!output || !('output' in output)) throw new Error(`Vite gave no output for ${entry}.`);
    return output.output[0].code;
  });
  scripts.set(entry, made);
  return made;
}

/**
 * Puts the seal before other people's workers, for the page and for its workers: where the address of one is imported,
 * it becomes that of a file that begins with `src/seal/in-worker.ts`.
 *
 * @returns {import('vite').Plugin}
 */
export function sealWorkers() {
  return {
    name: 'negscope-seal-workers',
    enforce: 'pre',
    async resolveId(id) {
      const name = id.slice(0, -ADDRESS.length);
      if (!id.endsWith(ADDRESS) || !WORKERS.includes(name)) return null;
      const original = readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');
      const file = join(FOLDER, basename(name));
      mkdirSync(FOLDER, { recursive: true });
      const ours = [await scriptOf('seal/in-worker')];
      if (name === DUCKDB) ours.push(await scriptOf('lifeline-of-others'));
      writeFileSync(file, [...ours, original].join('\n'));
      return `${file}${ADDRESS}`;
    },
  };
}

/** Where the development server has the page's first script. */
const DEVELOPMENT = 'seal.js';

/**
 * Puts the seal before every other script of the page, and its policy into the framed document. A script in the page's own text would be refused by the policy.
 *
 * @returns {import('vite').Plugin}
 */
export function sealPage() {
  return {
    name: 'negscope-seal-page',

    async generateBundle() {
      const source = await scriptOf('seal/in-page');
      this.emitFile({ type: 'asset', fileName: fileNameOf(source), source });
    },

    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle, path }) {
        const file = bundle ? fileNameOf(await scriptOf('seal/in-page')) : DEVELOPMENT;
        /** @type {import('vite').HtmlTagDescriptor} */
        const script = { tag: 'script', attrs: { src: `./${file}` }, injectTo: 'head-prepend' };
        if (!bundle || !path.endsWith(FRAMED)) return [script];
        // It has no worker, so a policy in the page itself binds all of it, whatever the host sends.
        const attrs = { 'http-equiv': 'Content-Security-Policy', content: framedMetaPolicy() };
        return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }, script];
      },
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${DEVELOPMENT}`) return next();
        scriptOf('seal/in-page').then((source) => {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.end(source);
        }, next);
      });
    },
  };
}

/** As Vite names files, by what is in them. @param {string} source */
function fileNameOf(source) {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return `${HASHED_FOLDER}seal-${hash}.js`;
}
