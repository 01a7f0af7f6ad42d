/**
 * The onnxruntime that the user installed, for `--runtime native`: looked for from the folder of the command and beside this package,
 * and never installed by it.
 */

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type * as ORT from 'onnxruntime-web';

import type { NativeRuntime } from '../node-host';
import { CommandError } from './terminal';

const RUNTIME = 'onnxruntime-node';

/** Older ones lack what the page's session asks for, or do not run in threads. */
const LEAST_MINOR = 20;

/** An ONNX file of one Identity, by tests/support/onnx-writer.ts. */
const MODEL =
  'CAgSCG5lZ3Njb3BlMgA6QwocCgF4EgF5Ggp5L0lkZW50aXR5IghJZGVudGl0eRIBdFoPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBE=';

/** @returns what loads it and its version; null where this folder does not have it */
function installedIn(folder: string) {
  try {
    const require = createRequire(join(folder, 'any.js'));
    const { name, version } = require(`${RUNTIME}/package.json`) as { name: string; version: string };
    // A clone holds an empty package in its place.
    return name === RUNTIME ? { load: () => require(RUNTIME) as typeof ORT, version } : null;
  } catch {
    return null;
  }
}

/**
 * The user's onnxruntime, once a small model was opened on the provider.
 *
 * @param folders where a user installs a package: that of the command, and this package's own
 * @throws CommandError where it is not installed, too old, or lacks the provider
 */
export async function nativeRuntime(
  provider: NativeRuntime['provider'],
  folders = [process.cwd(), dirname(fileURLToPath(import.meta.url))],
): Promise<NativeRuntime> {
  const found = folders.map(installedIn).find((each) => each !== null);
  if (!found)
    throw new CommandError(
      `--runtime native: ${RUNTIME} is not installed. Run "npm install ${RUNTIME}" in this folder, or leave the option out.`,
    );
  const { load, version } = found;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major !== 1 || minor < LEAST_MINOR)
    throw new CommandError(
      `--runtime native: ${RUNTIME} ${version} is installed; needed is 1.${LEAST_MINOR} or a later 1.x.`,
    );
  try {
    const { InferenceSession, env } = load();
    // What it has to say is said below.
    env.logLevel = 'fatal';
    const model = Buffer.from(MODEL, 'base64');
    await (await InferenceSession.create(model, { executionProviders: [provider] })).release();
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    throw new CommandError(`--device ${provider}: ${RUNTIME} ${version} cannot use it here (${reason}).`);
  }
  return { load, version, provider, threads: availableParallelism() };
}
