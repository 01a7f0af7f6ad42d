import { accessSync, constants } from 'node:fs';

import { afterEach, expect, it, vi } from 'vitest';

import { findBrowser } from '../../scripts/browser.mjs';

afterEach(() => vi.unstubAllEnvs());

it('takes NEGSCOPE_BROWSER before anything else', async () => {
  vi.stubEnv('NEGSCOPE_BROWSER', '/my/chrome');
  expect((await findBrowser()).executablePath).toBe('/my/chrome');
});

it('brings a program that can be run, and lets WebGPU use a software adapter', async () => {
  vi.stubEnv('NEGSCOPE_BROWSER', '');
  const { executablePath, args } = await findBrowser();
  accessSync(executablePath, constants.X_OK);
  expect(args).toContain('--enable-unsafe-webgpu');
});
