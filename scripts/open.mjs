/** `npx negscope FILES`: serves the page and the named files to this machine alone, and opens the browser. */

import { randomBytes } from 'node:crypto';

import { UsageError } from './lib/arguments.mjs';
import { givenFiles } from './lib/given-files.mjs';
import { openBrowser } from './lib/open-browser.mjs';
import { DIST } from './lib/paths.mjs';
import { parseRankArguments } from './lib/rank-arguments.mjs';
import { readingQuery } from './lib/reading-query.mjs';
import { parsePort, serve } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** Options of `negscope rank` that the page has controls for. */
const OF_RANK =
  /^--(report|envelope|tau|sample|seed|until-certain|experiments|shortcuts|batch|judge-.*|verdicts)(=|$)/;

/**
 * @param {string[]} argv
 * @returns {{ port: number, open: boolean, rest: string[] }}
 */
function ownOptions(argv) {
  let port = 0;
  let open = true;
  const rest = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--no-open') open = false;
    else if (word === '--port') port = parsePort(argv[++i], 0);
    else if (OF_RANK.test(word)) {
      throw new UsageError(
        `${word}: in the page this is a control. For "negscope rank" write that command first.`,
      );
    } else rest.push(word);
  }
  return { port, open, rest };
}

await runMain(async () => {
  const { port, open, rest } = ownOptions(process.argv.slice(2));
  const args = parseRankArguments(rest);
  await ensureDependencies();
  await ensureBuild();
  const given = args.files.length + args.folders.length > 0;
  // Who does not know the token finds nothing, neither page nor files.
  const basePath = `/${randomBytes(16).toString('hex')}/`;
  const { url } = await serve({ root: DIST, port, basePath, beside: given ? givenFiles(args) : new Map() });
  const address = new URL(url);
  if (given) address.searchParams.set('given', 'yes');
  for (const [key, value] of readingQuery(args)) address.searchParams.set(key, value);
  console.log(`Negscope is at ${address.href}\nIt serves this machine alone, until Ctrl-C.`);
  if (open) openBrowser(address.href);
  return 0;
});
