import { join } from 'node:path';

import { CHECKPOINTS, checkpointsAreHere } from '../support/folders';
import { demoBeginnings, dropOnPage } from './files';
import { expect, test } from './helpers';

test.skip(!checkpointsAreHere, 'needs ../shared/checkpoints');

test('a dropped checkpoint ranks; the report says what was built @deep', async ({ page, rankPage }) => {
  await rankPage.loadFiles(demoBeginnings(['bm25', 'random'], 3));
  await dropOnPage(page, [join(CHECKPOINTS, 'bert-mean')]);
  const encoder = page.getByRole('region', { name: 'Encoder and its settings' });
  await expect(encoder).toContainText('bert-mean');
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(report.encoder).toMatchObject({
    name: 'bert-mean',
    onnx: 'model.safetensors',
    origin: 'folder from disk, built from model.safetensors, family bert',
    settings: { pooling: 'mean', max_tokens: 96 },
    dimension: 32,
  });
  expect(report.ranking).toHaveLength(2);
});
