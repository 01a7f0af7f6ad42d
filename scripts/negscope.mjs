#!/usr/bin/env node
/** `npx negscope`, and in a clone the npm scripts of its name: a command in Node, or the page with files of this machine. */

import { PROJECT, builtForNode, goToInvocation } from './lib/paths.mjs';
import { ensureBuild, ensureDependencies, readJson, runMain } from './setup.mjs';

/** What src/cli/main.ts runs in a thread of its own. */
const COMMANDS = ['rank', 'mine', 'read', 'partial', 'merge'];

const [command = '', ...rest] = process.argv.slice(2);

await runMain(main);

/** @returns {Promise<void>} the exit status of a command is that of its thread */
async function main() {
  if (command === '--version' || command === '-v') {
    console.log(readJson(`${PROJECT}/package.json`).version);
    return;
  }
  if (command === 'serve') return (await import('./serve.mjs')).serveUntilStopped(rest);
  goToInvocation(command);
  await ensureDependencies();
  await ensureBuild();
  if (!COMMANDS.includes(command)) return (await import('./open.mjs')).openPage(process.argv.slice(2));
  /** @type {typeof import('../src/cli/start')} */
  const { start } = await import(builtForNode('start'));
  start(command, rest);
}
