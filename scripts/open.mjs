/** `npx negscope FILES`: serves the page and the named files to this machine alone, and opens the browser. */

import { randomBytes } from 'node:crypto';

import { openBrowser } from './lib/open-browser.mjs';
import { DIST, builtForNode } from './lib/paths.mjs';
import { parsePort, serve } from './serve.mjs';

/** @param {string[]} argv */
export async function openPage(argv) {
  /** @type {typeof import('../src/cli/open')} */
  const { USAGE, parsePageArguments, givenFiles } = await import(builtForNode('open'));
  if (['--help', '-h', 'help'].includes(argv[0] ?? '')) {
    console.log(USAGE);
    return;
  }
  const args = parsePageArguments(argv);
  const port = parsePort(args.port, 0);
  const given = args.files.length + args.folders.length > 0;
  // Who does not know the token finds nothing, neither page nor files.
  const basePath = `/${randomBytes(16).toString('hex')}/`;
  const { url } = await serve({ root: DIST, port, basePath, beside: given ? givenFiles(args) : new Map() });
  const address = new URL(url);
  if (given) address.searchParams.set('given', 'yes');
  for (const [key, value] of args.inputs) address.searchParams.set(key, value);
  console.log(`Negscope is at ${address.href}\nOnly this machine can reach it. Press Ctrl-C to stop.`);
  if (args.open) openBrowser(address.href);
}
