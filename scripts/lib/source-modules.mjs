/** The project's TypeScript in Node, by way of Vite: it is written without file endings. */

import { BOUNDED_IN_NODE, boundedParquet } from './bounded-parquet.mjs';
import { PROJECT } from './paths.mjs';

/**
 * A server that listens nowhere; its `ssrLoadModule` gives a module by its path from the project's root, with a slash
 * before it. Whoever opens it closes it.
 *
 * @param {string | false} configFile whose settings hold; false: none
 */
export async function openSources(configFile = false) {
  const { createServer } = await import('vite');
  return createServer({
    root: PROJECT,
    configFile,
    appType: 'custom',
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    // A configuration has it itself; twice would change hyparquet twice.
    plugins: configFile === false ? [boundedParquet()] : [],
    ssr: { noExternal: BOUNDED_IN_NODE },
    logLevel: 'error',
  });
}

/**
 * Uses a module of the project by its source.
 *
 * @template T
 * @param {string} path from the project's root, with a slash before it
 * @param {(module: Record<string, any>) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withSource(path, use) {
  const server = await openSources();
  try {
    return await use(await server.ssrLoadModule(path));
  } finally {
    await server.close();
  }
}
