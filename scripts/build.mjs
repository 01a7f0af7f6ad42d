/** `npm run build [-- --base /path/ --quiet]`: makes dist/, which any static host can serve. */

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { responseHeaders } from './headers.mjs';
import { HASH_FILE, buildHash } from './lib/build-inputs.mjs';
import { DIST, PROJECT, isMain } from './lib/paths.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

const LARGEST = 8;

/**
 * The headers in the form that Netlify and Cloudflare Pages read.
 *
 * @param {Record<string, string>} headers
 * @returns {string}
 */
export function headersFile(headers) {
  return ['/*', ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** @param {string} folder */
function printSizes(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path, stats: statSync(join(folder, path)) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ path, stats }) => ({ path, bytes: stats.size }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`dist/: ${files.length} files, ${megabytes(total)}; the largest:`);
  for (const { path, bytes } of files.slice(0, LARGEST)) {
    console.log(`${megabytes(bytes).padStart(10)}  ${path}`);
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    // `./` works under every path.
    const { base, quiet } = parseArgs({
      options: { base: { type: 'string', default: './' }, quiet: { type: 'boolean', default: false } },
    }).values;
    await ensureDependencies();
    const { build } = await import('vite');
    const hash = buildHash(PROJECT, base);
    // Built beside dist/ and then put in its place: a build that fails or is stopped leaves the last one whole.
    const staging = join(PROJECT, '.cache', `dist-${process.pid}`);
    try {
      await build({
        root: PROJECT,
        base,
        logLevel: quiet ? 'error' : 'warn',
        build: { outDir: staging, emptyOutDir: true },
      });
      mkdirSync(staging, { recursive: true });
      writeFileSync(join(staging, '_headers'), headersFile(responseHeaders()));
      writeFileSync(join(staging, HASH_FILE), `${hash}\n`);
      rmSync(DIST, { recursive: true, force: true });
      renameSync(staging, DIST);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
    if (!quiet) printSizes(DIST);
  });
}
