/** `npm run rank`: ranks files without a window, through the same built page. See `--help`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { release, type } from 'node:os';
import { join } from 'node:path';

import { findBrowser } from './browser.mjs';
import { UsageError } from './lib/arguments.mjs';
import { DIST } from './lib/paths.mjs';
import { preflightLines } from './lib/preflight-lines.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { USAGE, parseRankArguments } from './lib/rank-arguments.mjs';
import { BUNDLED, DriveError, RankPage } from './lib/rank-page.mjs';
import {
  fileNotes,
  findingLines,
  isOpen,
  isSpotless,
  judgedLines,
  refusedVerdicts,
  rankTable,
  readingNotes,
  verdictLines,
} from './lib/rank-table.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { serve } from './serve.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/rank-arguments.mjs').RankArguments} RankArguments */
/** @typedef {import('../src/report/types').Report} Report */
/** @typedef {{ report: Report, notes: string[] }} Ranked notes: what was given and is no file of data */

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const RANKED = 0;
const NOTHING_RANKED = 1;
const FILE_REFUSED = 2;
const NOT_SEPARATED = 3;
const CHECK_FAILED = 4;

/** @returns {{ files: string[], reference: string[] }} the demo's, from its index */
function demo() {
  const folder = join(DIST, 'demo');
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  return {
    files: index.sources.map((/** @type {{ file: string }} */ source) => join(folder, source.file)),
    reference: index.reference,
  };
}

/**
 * @param {RankPage} page open
 * @param {RankArguments} args
 * @returns {Promise<Ranked>}
 * @throws {UsageError} for an unknown reference
 * @throws {DriveError} where nothing could be ranked
 */
async function rankOnPage(page, args) {
  const chosen = args.files.length + args.folders.length > 0 ? args : { ...demo(), folders: [] };
  const reference = args.envelope ? null : (args.reference ?? chosen.reference);
  /** @type {string[]} */
  const notes = [];
  let known = 0;
  for (const folder of chosen.folders) {
    const { files } = await page.loadFolder(folder);
    if (files === known) notes.push(`no file of data in ${folder}`);
    known = files;
  }
  const loaded = await page.loadFiles([...chosen.files, ...args.evaluation.map(({ path }) => path)]);
  const left = [...notes, ...loaded.refused, ...loaded.waiting];
  if (loaded.names.length === 0) throw new DriveError(left.join('\n') || 'No file gave a source.');
  for (const [option, names] of /** @type {const} */ ([
    ['--reference', reference ?? []],
    ['--as-meant', args.asMeant],
  ])) {
    const unknown = names.filter((name) => !loaded.names.includes(name));
    if (unknown.length === 0) continue;
    const sources = `The sources are ${loaded.names.join(', ')}.`;
    throw new UsageError(
      [`${option}: there is no source ${unknown.join(', ')}. ${sources}`, ...left].join('\n'),
    );
  }
  if (reference !== null) await page.chooseReference(reference);
  await page.takeAsMeant(args.asMeant);
  if (args.envelope !== null) await page.enterRange(args.envelope);
  // Whether to normalise is said by the address: it is decided when a file is read.
  await page.setOptions({ ...args, normalise: false });
  if (args.model !== null) await page.chooseModel(args.model);
  if (await page.lacksEncoder()) {
    await page.chooseBundled();
    notes.push(NO_MODEL);
  }
  await page.rank();
  if (args.experiments.length > 0) await page.waitForExperiments();
  if (args.shortcuts) await page.lookForShortcuts();
  if (args.judgeOut !== null || args.verdicts !== null) await judge(page, args);
  const { report } = await page.exportReport();
  return { report, notes };
}

/** @param {string} version of the browser @param {string} source where it was found */
function terminal(version, source) {
  return {
    node: process.version,
    browser: `Chromium ${version} (${source})`,
    system: `${type()} ${release()} ${process.arch}`,
  };
}

/**
 * Writes the pairs to judge and takes the verdicts on them.
 *
 * @param {RankPage} page with a result
 * @param {RankArguments} args
 */
async function judge(page, { judgeOut, verdicts }) {
  await page.openJudge();
  if (judgeOut !== null) writeFileSync(judgeOut, await page.saveSample());
  if (verdicts !== null) await page.giveVerdicts(verdicts);
  await page.openRank();
}

/**
 * @param {RankArguments} args
 * @returns {Promise<Ranked>}
 */
async function rank(args) {
  const { chromium } = await import('playwright-core');
  const { executablePath, args: browserArgs, source } = await findBrowser();
  const line = progressLine(process.stderr);
  const browser = await chromium
    .launch({ executablePath, args: browserArgs })
    .catch((/** @type {Error} */ error) => {
      const said = error.message.split('\n').filter((text, index) => index === 0 || text.includes('[err]'));
      throw new SetupError([`${executablePath} (${source}) could not be started.`, ...said].join('\n'));
    });
  const server = await serve({ root: DIST, port: 0 });
  try {
    const page = new RankPage(await browser.newPage({ serviceWorkers: 'block' }), {
      onProgress: (text) => line.show(terminalText(text)),
    });
    try {
      const { untilCertain: level } = args;
      await page.open(
        server.url,
        level === null ? { ...args, stop: 'all' } : { ...args, stop: 'certain', level },
      );
      const ranked = await rankOnPage(page, args);
      const environment = { ...ranked.report.environment, terminal: terminal(browser.version(), source) };
      return { ...ranked, report: { ...ranked.report, environment } };
    } catch (error) {
      line.end();
      for (const text of page.consoleErrors) console.error(terminalText(`browser: ${text}`));
      throw page.failure === null ? error : new DriveError(page.failure);
    }
  } finally {
    line.end();
    await browser.close();
    await server.close();
  }
}

await runMain(async () => {
  try {
    const args = parseRankArguments(process.argv.slice(2));
    if (args.help) {
      console.log(USAGE);
      return RANKED;
    }
    await ensureDependencies();
    await ensureBuild();
    const { report, notes } = await rank(args);
    if (args.report !== null) writeFileSync(args.report, `${JSON.stringify(report, null, 1)}\n`);
    for (const note of [...notes, ...readingNotes(report), ...fileNotes(report)])
      console.error(terminalText(note));
    for (const line of preflightLines(report.preflight ?? [])) console.error(terminalText(line));
    for (const line of refusedVerdicts(report)) console.error(terminalText(line));
    const found = [...findingLines(report), ...judgedLines(report)];
    const parts = [verdictLines(report), rankTable(report), found.join('\n')];
    console.log(terminalText(parts.filter((part) => part !== '').join('\n\n')));
    if (args.strict && !isSpotless(report)) return CHECK_FAILED;
    const left = report.files.some(({ status }) => status === 'refused' || status === 'waiting');
    if (left) return FILE_REFUSED;
    return args.untilCertain !== null && isOpen(report) ? NOT_SEPARATED : RANKED;
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof DriveError)
      console.error(terminalText(`Nothing was ranked.\n${error.message}`));
    else if (error instanceof SetupError) console.error(error.message);
    else console.error(error);
    return NOTHING_RANKED;
  }
});
