/** Folders of the project, and that of the command. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Whether this is the npm package, which holds the built page and not what it is built from. */
export const PACKAGED = !existsSync(resolve(PROJECT, 'vite.config.ts'));

/** The built page. */
export const DIST = resolve(PROJECT, 'dist');

/** The bench's own package, and what it makes, which git ignores: sources, big files. */
export const BENCH = resolve(PROJECT, 'bench');
export const CACHE = resolve(PROJECT, '.cache', 'bench');

/** Address of a script that a build has made for Node. @param {string} name */
export const builtForNode = (name) => pathToFileURL(resolve(DIST, 'node', `${name}.js`)).href;

/** Goes where the command was typed: npm starts a script in the project's folder. @param {string} script its name in package.json */
export function goToInvocation(script) {
  const { npm_lifecycle_event: started, INIT_CWD: folder } = process.env;
  if (started === script && folder !== undefined) process.chdir(folder);
}

/**
 * Whether a module is the script that Node was started with, and not an import of another.
 *
 * @param {string} url the module's `import.meta.url`
 * @returns {boolean}
 */
export function isMain(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}
