/**
 * The set-up that every command does for itself. Nothing here imports a dependency: it runs before there are any.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isCurrent } from './lib/build-inputs.mjs';
import { npmCommand, run } from './lib/commands.mjs';
import { lockDifference } from './lib/lock.mjs';
import { DIST, PACKAGED, PROJECT } from './lib/paths.mjs';

/** What Vite 8 and ESLint 10 ask for: from 20.19 within 20, from 22.13 on after it. */
const NODE = 'Node 20.19 or later within 20, or 22.13 or later';

/** A set-up step failed; the message says which and what to do. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * @param {string} [version] such as `20.11.0`
 * @throws {SetupError} where this Node cannot run the tools
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major > 22;
  if (!fits) throw new SetupError(`Negscope needs ${NODE}; this is Node ${version}. See https://nodejs.org.`);
}

/**
 * Installs the dependencies where node_modules does not match package-lock.json. npm talks on standard error.
 *
 * @throws {SetupError} where Node does not fit or npm fails
 */
export async function ensureDependencies() {
  checkNode();
  if (PACKAGED) return;
  const difference = lockDifference(PROJECT);
  if (difference === null) return;
  console.error(`Installing the dependencies (${difference}) …`);
  const { command, args, shell } = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund']);
  const { code } = await run(command, args, { shell }).catch((/** @type {Error} */ error) => {
    throw new SetupError(
      `npm could not be started (${error.message}). It comes with Node; see https://nodejs.org.`,
    );
  });
  if (code !== 0)
    throw new SetupError(`"npm ci" failed with exit status ${code}; its own message stands above.`);
}

/**
 * Builds the page where dist/ is missing or was built from other files. Call `ensureDependencies` first.
 *
 * @throws {SetupError} where the build fails
 */
export async function ensureBuild() {
  if (PACKAGED || isCurrent(PROJECT, DIST)) return;
  console.error('Building the page …');
  const { code } = await run(process.execPath, [join(PROJECT, 'scripts', 'build.mjs')]);
  if (code !== 0) throw new SetupError('The page could not be built; the reason stands above.');
}

/**
 * @param {string} path
 * @param {string} [said] what the message calls it
 * @returns {any} what it holds
 * @throws {SetupError} where there is no such file, or no JSON in it
 */
export function readJson(path, said = path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SetupError(`${said}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Runs a script's main function: its number is the exit status. A `SetupError`, or an option that `parseArgs` does
 * not know, is a message and not a stack.
 *
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof SetupError || isWrongUsage(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * @param {unknown} error
 * @returns {error is Error} true for what `parseArgs` or src/cli says of the command line
 */
function isWrongUsage(error) {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'CommandError' || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  );
}
