/** The verdict on the built page and in every export. What it says of each comparison is tested in tests/report. */

import { demoFile } from './files';
import { expect, test } from './helpers';

test('every export of a run by the bundled encoder says that it is good for a look @deep', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([demoFile('written'), demoFile('bm25'), demoFile('random')]);
  await rankPage.chooseReference(['written', 'bm25']);
  await rankPage.rank();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^written (ranks first of two|and bm25 are too close to call)/,
  );
  const line = 'negscope-mini is a small static encoder: good for a look';
  for (const name of ['CSV', 'Markdown', 'LaTeX']) {
    expect(await rankPage.download(`Export table as ${name}`), name).toContain(line);
  }
  const svg = await rankPage.download('Export figure as SVG');
  expect(svg).toContain(line);

  await test.step('the same run once more draws the same chart', async () => {
    await rankPage.setOptions({ normalise: true });
    await rankPage.rank();
    expect(await rankPage.download('Export figure as SVG')).toBe(svg);
  });
});
