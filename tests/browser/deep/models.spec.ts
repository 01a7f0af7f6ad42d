import type { Route } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import type { Report } from '../../../src/report/result';
import { differences } from '../../support/compare';
import { demoBeginnings } from '../files';
import { expect, test } from '../helpers';
import { tinyFolder, writeModel, type FolderFiles } from '../model-folders';

const files = (records = 12) => demoBeginnings(['bm25', 'random'], records);

const folder = (name: string, content: FolderFiles) => writeModel(test.info().outputPath(name), content);

async function ranked(rankPage: RankPage): Promise<Report> {
  await rankPage.rank();
  return (await rankPage.exportReport()).report;
}

test('a folder fills in its settings, and each can be overridden', async ({ page, rankPage }) => {
  await rankPage.loadFiles(files());
  await rankPage.chooseModel(folder('tiny', tinyFolder()));
  await rankPage.openEncoder();
  await rankPage.openInputs();
  const fields = page.getByRole('region', { name: 'Encoder and its settings' });
  const shown = [
    ['Query prefix', 'question: ', 'config_sentence_transformers.json'],
    ['Passage prefix', 'answer: ', 'config_sentence_transformers.json'],
    ['Pooling', 'cls', '1_Pooling/config.json'],
    ['Longest text', '40', 'tokens; tokenizer_config.json'],
  ] as const;
  for (const [label, value, origin] of shown) {
    await expect(fields.getByLabel(label)).toHaveValue(value);
    await expect(fields.getByLabel(label)).toHaveAccessibleDescription(origin);
  }
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('0.05');

  const own = await ranked(rankPage);
  expect(own.encoder).toMatchObject({ name: 'tiny', onnx: 'onnx/model.onnx', settings: { pooling: 'cls' } });
  await rankPage.openEncoder();
  for (const [label, change, origin] of [
    ['Query prefix', () => fields.getByLabel('Query prefix').fill(''), '"question: "'],
    ['Pooling', () => fields.getByLabel('Pooling').selectOption('mean'), '"cls"'],
    ['Longest text', () => fields.getByLabel('Longest text').fill('9'), '"40"'],
  ] as const) {
    await change();
    await fields.getByLabel(label).blur();
    await expect(fields.getByLabel(label)).toHaveAccessibleDescription(
      new RegExp(`set here in place of ${origin}`),
    );
    await expect(page.getByText('Out of date.')).toBeVisible();
  }
  const overridden = await ranked(rankPage);
  expect(overridden.encoder).toMatchObject({
    settings: { query_prefix: '', pooling: 'mean', max_tokens: 9 },
  });
  for (const name of ['bm25', 'random']) {
    expect(overridden.sources[name]?.eci).not.toBeCloseTo(own.sources[name]?.eci ?? 0, 6);
  }
});

test('wasm and both builds for WebGPU agree; the browser decides which', async ({ context, baseURL }) => {
  const model = folder('tiny', tinyFolder());
  const reports: Report[] = [];
  for (const build of ['wasm', 'jspi', 'asyncify'] as const) {
    const page = await context.newPage();
    if (build === 'asyncify') await page.route(/\/engine-[\w-]+\.js$/, withoutSuspending);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(/threaded\.(\w+)-.*\.wasm$/.exec(request.url())?.[1] ?? ''));
    const rankPage = new RankPage(page);
    const device = build === 'wasm' ? 'wasm' : 'webgpu';
    await rankPage.open(baseURL ?? '', { device });
    await rankPage.loadFiles(files(2));
    await rankPage.chooseModel(model);
    const report = await ranked(rankPage);
    expect(report.device.kind).toBe(device);
    await expect(page.getByRole('main')).toContainText(device === 'wasm' ? 'wasm, ' : 'WebGPU, ');
    expect(asked.filter(Boolean)).toEqual(build === 'wasm' ? [] : [build]);
    expect(rankPage.consoleErrors).toEqual([]);
    reports.push(report);
    await page.close();
  }
  const [wasm, jspi, asyncify] = reports;
  expect(differences(jspi?.sources, wasm?.sources, { absolute: 1e-5, relative: 1e-5 })).toEqual([]);
  expect(asyncify?.sources).toEqual(jspi?.sources);
});

async function withoutSuspending(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `delete WebAssembly.Suspending;\n${await response.text()}` });
}

test('a folder that did not come is read again by one press', async ({ page, context, rankPage }) => {
  const settings = '**/negscope-mini/tokenizer_config.json';
  await context.route(settings, (route) => route.abort());
  await rankPage.loadFiles(files());
  const alert = page.getByRole('region', { name: 'Encoder and its settings' }).getByRole('alert');
  await expect(alert).toContainText('tokenizer_config.json cannot be used.');
  await context.unroute(settings);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  expect((await ranked(rankPage)).encoder.name).toBe('negscope-mini');
  expect(rankPage.consoleErrors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
});
