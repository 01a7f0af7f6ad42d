/** `npm run readings`: how layouts of real files are read: right, asked about, refused, or wrong. See `--help`. */

import { parseArgs } from 'node:util';

import { openSources } from './lib/source-modules.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

const USAGE = `usage: npm run readings

Reads each layout of tests/candidates/formats/layouts.ts and counts: read right, asked about, refused, read wrong (which
must be 0), with a line for each that came out otherwise than expected. Exit status: 0 none is wrong, 1 some are.`;

await runMain(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  await ensureDependencies();
  const server = await openSources();
  try {
    const { layouts } = await server.ssrLoadModule('/tests/candidates/formats/layouts.ts');
    const { readLayout } = await server.ssrLoadModule('/tests/candidates/formats/read-layout.ts');
    const counts = { right: 0, asked: 0, refused: 0, wrong: 0 };
    for (const layout of layouts) {
      const found = await readLayout(layout);
      if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(layout.expected))) {
        counts.wrong += 1;
        console.log(`${layout.name}: expected ${show(layout.expected)}, found ${show(found)}`);
      } else if (found === 'asks') counts.asked += 1;
      else if (found === 'refused') counts.refused += 1;
      else counts.right += 1;
    }
    const { right, asked, refused, wrong } = counts;
    console.log(
      `${layouts.length} layouts: ${right} read right, ${asked} asked about, ${refused} refused, ${wrong} wrong`,
    );
    return wrong === 0 ? 0 : 1;
  } finally {
    await server.close();
  }
});

/** @param {unknown} value @returns {unknown} with keys in order */
function sorted(value) {
  return typeof value === 'object' && value !== null ? Object.entries(value).sort() : value;
}

/** @param {unknown} value @returns {string} */
function show(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
