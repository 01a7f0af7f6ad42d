/** Folders of the project, and paths as the user typed them. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Whether this is the npm package, which holds the built page and not what it is built from. */
export const PACKAGED = !existsSync(resolve(PROJECT, 'vite.config.ts'));

/** The built page. */
export const DIST = resolve(PROJECT, 'dist');

/**
 * A path as the user meant it: npm starts a script in the project's folder, wherever the command was typed.
 *
 * @param {string} path
 * @param {string} script name of the npm script
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {string} absolute
 */
export function fromInvocation(path, script, environment = process.env) {
  const byNpm = environment.npm_lifecycle_event === script;
  return resolve((byNpm ? environment.INIT_CWD : undefined) ?? process.cwd(), path);
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
