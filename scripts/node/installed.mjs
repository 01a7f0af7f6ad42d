/**
 * The onnxruntime that the user installed, for `--runtime native`: looked for from the folder of the command and beside this package,
 * and never installed by it.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

import { SetupError } from '../setup.mjs';
import { PROJECT, fromInvocation } from '../lib/paths.mjs';

/** @typedef {{ path: string, version: string }} Installed path: of what is to be required */
/** @typedef {'cpu' | 'cuda' | 'dml' | 'coreml'} Provider */
/** @typedef {Installed & { provider: Provider, threads: number }} Native */

const RUNTIME = 'onnxruntime-node';

/** Older ones lack what the page's session asks for, or do not run in threads. */
const LEAST_MINOR = 20;

const REQUIRE = createRequire(import.meta.url);

/** @param {string} name @param {readonly string[]} folders @returns {Installed | null} the first of that name */
export function installed(name, folders) {
  for (const folder of folders) {
    try {
      const { resolve } = createRequire(join(folder, 'any.js'));
      // A clone holds an empty package in its place.
      const described = packageOf(resolve(name), name);
      if (described !== null) return { path: resolve(name), version: described.version };
    } catch {
      continue;
    }
  }
  return null;
}

/** @param {string} file @param {string} name @returns {{ version: string } | null} what the nearest package.json says, if it is of that name */
function packageOf(file, name) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return described.name === name ? described : null;
    } catch {
      continue;
    }
  }
  return null;
}

/** Where a user installs a package: the folder of the command, and this package's own. */
const folders = () => [fromInvocation('.', 'rank'), PROJECT];

/**
 * The user's onnxruntime, once a small model was opened on the provider.
 *
 * @param {Provider} provider
 * @param {Uint8Array | null} model a small one
 * @returns {Promise<Native>}
 * @throws {SetupError} where it is not installed, too old, or lacks the provider
 */
export async function nativeRuntime(provider, model, found = installed(RUNTIME, folders())) {
  if (found === null)
    throw new SetupError(
      `--runtime native: ${RUNTIME} is not installed. Run "npm install ${RUNTIME}" in this folder, or leave the option out.`,
    );
  const [major = 0, minor = 0] = found.version.split('.').map(Number);
  if (major !== 1 || minor < LEAST_MINOR)
    throw new SetupError(
      `--runtime native: ${RUNTIME} ${found.version} is installed; needed is 1.${LEAST_MINOR} or a later 1.x.`,
    );
  try {
    const { InferenceSession, env } = REQUIRE(found.path);
    // What it has to say is said below.
    env.logLevel = 'fatal';
    // Reduced precision of some cards would differ from wasm by more than the check of the encoder lets pass.
    process.env.NVIDIA_TF32_OVERRIDE ??= '0';
    await (await InferenceSession.create(model, { executionProviders: [provider] })).release();
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    throw new SetupError(`--device ${provider}: ${RUNTIME} ${found.version} cannot use it here (${reason}).`);
  }
  return { ...found, provider, threads: availableParallelism() };
}
