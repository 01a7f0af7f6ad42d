/** `npm run words`: drives the built page and the terminal through their states and prints what they say, for a person to read. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { plantedFiles, plantedIsHere } from '../support/planted';
import { runScript } from '../support/run-script';
import { Sentences } from '../support/words';
import { demoFile, textFile } from './files';
import { expect, test } from './helpers';

const SOURCES = ['written', 'bm25', 'embedding', 'random'];

/** Files that are refused or ask, by what they are. */
const ODD_FILES = [
  textFile('empty.jsonl', ''),
  textFile('pairs.jsonl', '{"query": "q", "positive": "p"}\n'),
  textFile('letters.csv', 'a,b,c\nq,p,n\n'),
  textFile('broken.jsonl', '{"query": "q", "positive": "p", "negatives": "text"}\nno JSON\n'),
  textFile('utf16.jsonl', Uint8Array.of(0xff, 0xfe, 0x7b, 0)),
  textFile('picture.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  textFile('pointer.jsonl', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
  textFile('run.trec', 'q1 Q0 d1 1 12.5 bm25\nq1 Q0 d2 2 11.5 bm25\n'),
  textFile('notes.txt', 'A text that holds no record at all.\n'),
];

/** What `negscope` is asked for on the terminal. */
const COMMANDS = [
  ['--help'],
  ['rank', '--help'],
  ['read', '--help'],
  ['mine', '--help'],
  ['partial', '--help'],
  ['rank', '--taau', '1'],
  ['rank', '--tau', 'warm'],
  ['rank', 'missing.jsonl'],
  ['rank', '--runtime', 'webgpu'],
  ['mine', '--method', 'dense', '--queries', 'planted.jsonl', '--out', 'mined'],
  ['read', 'planted.jsonl', 'letters.csv', 'pairs.jsonl', 'broken.jsonl', '--evaluation', 'heldout.jsonl'],
  [
    'rank',
    'planted.jsonl',
    'first.jsonl',
    'second.jsonl',
    '--evaluation',
    'heldout.jsonl',
    '--sample',
    '300',
  ],
] as const;

/** What stands on the page, whatever is folded. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const hints = [...document.querySelectorAll('[title], [placeholder], img[alt]')].flatMap((each) =>
      ['title', 'placeholder', 'alt'].map((name) => each.getAttribute(name) ?? ''),
    );
    return [document.body.innerText, ...hints].join('\n');
  });
}

test('words', async ({ page, rankPage, baseURL }) => {
  test.setTimeout(900_000);
  test.skip(!plantedIsHere, '../shared/data is not here');
  const planted = plantedFiles();
  const files = SOURCES.map(demoFile);
  const said = new Sentences([
    ...files.map((path) => readFileSync(path, 'utf8')),
    ...planted.references,
    planted.jsonl,
  ]);
  const look = async (place: string): Promise<void> => said.add(place, await textOf(page));
  const goTo = async (hash: string): Promise<void> => {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await page.waitForTimeout(1000);
  };

  await look('Rank, opened');
  await rankPage.loadFiles(ODD_FILES);
  await look('Rank, files that are refused or ask');

  await rankPage.open(baseURL ?? '');
  await rankPage.tryDemo();
  await look('Rank, the demo');
  await goTo('#audit');
  await look('Audit, the demo');
  await goTo('#lab');
  await look('Lab, the demo');

  await rankPage.open(baseURL ?? '');
  await rankPage.loadFiles([
    textFile('planted.jsonl', planted.jsonl),
    ...planted.references.map((text, i) => textFile(`reference${i}.jsonl`, text)),
    textFile('heldout.jsonl', planted.heldout),
  ]);
  await rankPage.chooseBundled();
  await rankPage.chooseReference(['reference0', 'reference1']);
  await look('Rank, files with faults, read');
  await rankPage.rank();
  await look('Rank, files with faults, ranked');
  for (const tab of ['findings', 'pairs', 'judge']) {
    await goTo(`#audit?tab=${tab}`);
    await look(`Audit, ${tab}`);
  }
  await goTo('#audit?sort=rho-down&pair=planted:1:1');
  await look('Audit, a pair');
  await goTo('#audit?sql=SELECT source, record FROM pairs LIMIT 3');
  await look('Audit, SQL');
  await goTo('#mine');
  await look('Mine');
  for (let lesson = 1; lesson <= 10; lesson++) {
    await goTo(`#learn?lesson=${lesson}`);
    await look(`Learn, lesson ${lesson}`);
  }
  await goTo('#learn?view=bench');
  await look('Learn, the bench');

  const folder = mkdtempSync(join(tmpdir(), 'negscope-words-'));
  try {
    const written = new Map<string, string>([
      ['planted.jsonl', planted.jsonl],
      ['heldout.jsonl', planted.heldout],
      ['first.jsonl', planted.references[0] ?? ''],
      ['second.jsonl', planted.references[1] ?? ''],
      ...ODD_FILES.map(({ name, buffer }) => [name, buffer.toString()] as const),
    ]);
    for (const [name, text] of written) writeFileSync(join(folder, name), text);
    for (const command of COMMANDS) {
      const { stdout, stderr } = await runScript('negscope.mjs', command, { cwd: folder });
      said.add(`Terminal: negscope ${command.join(' ')}`, `${stdout}\n${stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(said.print());
  expect(said.unseen(), 'findings and settings that no state shows').toEqual([]);
});
