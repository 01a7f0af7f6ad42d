/** onnxruntime-node, which `--runtime native` is tested with: installed into bench/ when it is needed. */

import { npmCommand, run } from '../../scripts/lib/commands.mjs';
import { lockDifference } from '../../scripts/lib/lock.mjs';
import { BENCH } from '../../scripts/lib/paths.mjs';

/**
 * Installs bench/package-lock.json where it is not installed. No install script is run: the one of onnxruntime-node
 * would download CUDA libraries.
 *
 * @param {boolean} mayInstall
 * @returns {Promise<string | null>} why it is not there; null where it is
 */
export async function ensureOthers(mayInstall) {
  const difference = lockDifference(BENCH);
  if (difference === null) return null;
  const missing = `bench/node_modules is not installed (${difference})`;
  if (!mayInstall) return `${missing}: a run without --quick installs it.`;
  const { command, args, shell } = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  const { code } = await run(command, args, { shell, cwd: BENCH });
  return code === 0 ? null : `${missing}, and "npm ci" in bench/ failed with exit status ${code}.`;
}
