/** Runs a script of the project in a process of its own, as npm does. */

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param script name of a file in scripts/ @param cwd folder in which the command runs */
export function runScript(
  script: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const path = resolve(import.meta.dirname, '../../scripts', script);
  const child = spawn(process.execPath, [path, ...args], { cwd, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}
