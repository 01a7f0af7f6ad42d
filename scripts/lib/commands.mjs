/** Starting other programs: the tools in node_modules, and npm. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './paths.mjs';

/**
 * Runs a program in the project's folder. Its standard output goes to our standard error unless `stdout` says
 * otherwise, so that a script's own result stays alone on standard output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ stdout?: 'inherit' | 'stderr' | 'pipe', env?: NodeJS.ProcessEnv, shell?: boolean, cwd?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>} exit status (1 for a signal), and with `pipe` what it printed
 */
export function run(
  command,
  args,
  { stdout = 'stderr', env = process.env, shell = false, cwd = PROJECT } = {},
) {
  const piped = stdout === 'pipe';
  const child = spawn(command, args, {
    cwd,
    env,
    shell,
    stdio: ['ignore', piped ? 'pipe' : stdout === 'inherit' ? 'inherit' : 2, piped ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * How to start npm: the very npm that started us, else the one on the PATH.
 *
 * @param {readonly string[]} args
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /npm-cli\.c?js$/.test(cli) && existsSync(cli)) {
    return { command: process.execPath, args: [cli, ...args], shell: false };
  }
  return { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}

/**
 * Arguments with which Node runs a dependency's command line.
 *
 * @param {string} file the program inside node_modules
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function tool(file, ...args) {
  return [join(PROJECT, 'node_modules', file), ...args];
}
