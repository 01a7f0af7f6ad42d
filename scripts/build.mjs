/**
 * `npm run build [-- --base /path/ --small]`: makes dist/, which any static host can serve. `--small` takes some minutes of
 * processor time more to compress: for a host that serves the `.br` files. With `--make wasm`, `schema` or `reference` it
 * writes that committed file instead.
 */

import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { FRAMED, HASHED_FOLDER, cacheControl, framedHeaders, responseHeaders } from './headers.mjs';
import { HASH_FILE, buildHash } from './lib/build-inputs.mjs';
import { QUALITY, TWIN, compressFolder } from './lib/compress.mjs';
import { indexModels } from './lib/model-index.mjs';
import { makeGenerated } from './lib/generated.mjs';
import { DIST, PROJECT, isMain } from './lib/paths.mjs';
import { describeBuild, serviceWorkerConfig } from './lib/service-worker.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

/**
 * The headers in the form that Netlify and Cloudflare Pages read. These hosts join what several rules say of one header,
 * so a header that the framed document has otherwise is given to every other path by name.
 *
 * @param {Record<string, string>} headers
 * @param {readonly string[]} paths what lies at the top of the built folder; folders end with a slash
 * @returns {string}
 */
export function headersFile(headers, paths) {
  const framed = framedHeaders();
  const lines = (/** @type {Record<string, string>} */ some) =>
    Object.entries(some).map(([name, value]) => `  ${name}: ${value}`);
  const shared = Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in framed)));
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => name in framed));
  const others = ['', ...paths.filter((path) => path !== FRAMED)];
  const forHashed = `  Cache-Control: ${cacheControl(`${HASHED_FOLDER}name-12345678.js`)}`;
  return [
    '/*',
    ...lines(shared),
    ...others.flatMap((path) => [`/${path.endsWith('/') ? `${path}*` : path}`, ...lines(own)]),
    // Some hosts leave the ending out of addresses.
    ...[FRAMED, FRAMED.replace('.html', '')].flatMap((path) => [`/${path}`, ...lines(framed)]),
    `/${HASHED_FOLDER}*`,
    forHashed,
    '',
  ].join('\n');
}

/** @param {string} folder @returns {string[]} what the browser may ask for there; folders end with a slash */
function topOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith(TWIN))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    // Playwright sets `test`, and Svelte would then build its slower development form.
    process.env.NODE_ENV = 'production';
    // `./` works under every path.
    const { base, make, small } = parseArgs({
      options: {
        base: { type: 'string', default: './' },
        make: { type: 'string' },
        small: { type: 'boolean', default: false },
      },
    }).values;
    await ensureDependencies();
    if (make !== undefined) return makeGenerated(make);
    const [{ build }, { writeDocs }] = await Promise.all([import('vite'), import('./lib/docs-site.mjs')]);
    await indexModels(join(PROJECT, 'public', 'models'));
    const hash = buildHash(PROJECT, base);
    // Built beside dist/ and then put in its place: a build that fails or is stopped leaves the last one whole.
    const staging = join(PROJECT, '.cache', `dist-${process.pid}`);
    try {
      await build({
        root: PROJECT,
        base,
        logLevel: 'error',
        build: { outDir: staging, emptyOutDir: true },
      });
      writeDocs(staging);
      const described = describeBuild(staging, hash.slice(0, 16), responseHeaders());
      await build(serviceWorkerConfig(described, staging));
      await build({
        configFile: join(PROJECT, 'vite.node.config.ts'),
        root: PROJECT,
        logLevel: 'error',
        build: { outDir: staging },
      });
      await compressFolder(staging, small ? QUALITY.small : QUALITY.quick);
      writeFileSync(join(staging, '_headers'), headersFile(responseHeaders(), topOf(staging)));
      writeFileSync(join(staging, HASH_FILE), `${hash}\n`);
      rmSync(DIST, { recursive: true, force: true });
      renameSync(staging, DIST);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  });
}
