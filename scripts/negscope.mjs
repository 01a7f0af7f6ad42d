#!/usr/bin/env node
/** `npx negscope`: the page with files of this machine, or one of the commands. See `--help`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { inputsHelp } from './lib/rank-arguments.mjs';

const USAGE = `usage: npx negscope [FILE or FOLDER…] [options]   the page, with these files read in it
       npx negscope rank FILE… [options]          the same in Node: a table, and a report with --report
       npx negscope audit-sample FILE… [options]  pairs to judge for false negatives, in negscope-pairs.jsonl
       npx negscope mine CORPUS … [options]       makes negatives: BM25, dense, random
       npx negscope read FILE… [--json]           what is understood of the files
       npx negscope serve [--port N]              the page alone
       npx negscope --version

  --reference A,B   names of the reference sources; else all of them
  --model DIR       encoder folder as training wrote it: ranks at once, as with embeddings in the files; else the page asks
  --port N          else any free one
  --no-open         print the address and open no browser

What the page begins with:

${inputsHelp('open')}

Of a folder no file or folder is given whose name begins with a dot, and no link out of it is followed but to the files of its
repository in the Hugging Face cache.
Each command has its own --help. Nothing leaves this machine: the page and the files are served to it alone, until Ctrl-C.`;

/** The commands and their scripts. @type {ReadonlyMap<string, string>} */
const COMMANDS = new Map([
  ['rank', './rank.mjs'],
  ['audit-sample', './rank.mjs'],
  ['mine', './mine.mjs'],
  ['read', './read.mjs'],
  ['serve', './serve.mjs'],
]);

const [command = ''] = process.argv.slice(2);
const script = COMMANDS.get(command);
if (command === '--help' || command === '-h') console.log(USAGE);
else if (command === '--version' || command === '-v') {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else {
  const url = new URL(script ?? './open.mjs', import.meta.url);
  process.argv.splice(1, script === undefined ? 1 : 2, fileURLToPath(url));
  if (command === 'audit-sample' && !process.argv.some((word) => /^--(judge-out|help)\b/.test(word))) {
    process.argv.push('--judge-out', 'negscope-pairs.jsonl');
  }
  await import(url.href);
}
