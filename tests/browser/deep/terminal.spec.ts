/** `npm run rank` in Node against the page in a browser: the same figures, to the last digit. */

import { writeFileSync } from 'node:fs';

import { reportDifferences } from '../../../scripts/lib/figures.mjs';
import type { FilePayload } from '../../support/rank-page.mjs';
import { demoBeginnings, embeddedFiles } from '../files';
import { expect, test } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';
import { rank } from '../rank-report';

test.setTimeout(240_000);
test.use({ inputs: { device: 'wasm', stop: 'all' } });

/** How the device is called differs, and where the encoder's folder lay. */
const OF_THE_PLACE = /^(device\.|encoder\.origin)/;

/** Where the files of this test are written. */
const onDisk = (files: readonly FilePayload[]) =>
  files.map(({ name, buffer }) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, buffer);
    return path;
  });

const demo = () => onDisk(demoBeginnings(['bm25', 'random'], 30));
const given = () => onDisk(embeddedFiles(['near', 'far'], 24, 8));
const transformer = () => writeModel(test.info().outputPath('tiny'), tinyFolder());

for (const { kind, files, model } of [
  { kind: 'embeddings in the files', files: given, model: null },
  { kind: 'a table of vectors', files: demo, model: null },
  { kind: 'a transformer by onnxruntime', files: demo, model: transformer },
]) {
  test(`${kind}: the terminal's figures are the page's`, async ({ rankPage }) => {
    const paths = files();
    const folder = model?.() ?? null;
    const options = folder === null ? [] : ['--model', folder];
    const inNode = await rank('node.json', paths, ...options);
    await rankPage.loadFiles(paths);
    if (folder !== null) await rankPage.chooseModel(folder);
    if (await rankPage.lacksEncoder()) await rankPage.chooseBundled();
    await rankPage.rank();
    const { report } = await rankPage.exportReport();
    const found = reportDifferences({ ...report }, { ...inNode }).filter(
      ({ path, gap }) => gap > 1e-12 && !OF_THE_PLACE.test(path),
    );
    expect(found).toEqual([]);
  });
}
