import { accessSync, constants } from 'node:fs';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { findBrowser } from '../../scripts/browser.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('findBrowser', () => {
  it('takes CHROME_PATH before anything else', async () => {
    vi.stubEnv('CHROME_PATH', process.execPath);
    expect(await findBrowser()).toMatchObject({ executablePath: process.execPath, source: 'CHROME_PATH' });
  });

  it('does not pass over a CHROME_PATH that leads nowhere', async () => {
    vi.stubEnv('CHROME_PATH', '/nowhere/chrome');
    await expect(findBrowser()).rejects.toThrow(
      /CHROME_PATH is \/nowhere\/chrome, and there is no such file/,
    );
  });

  it('finds a program that can be run, and lets WebGPU use a software adapter', async () => {
    vi.stubEnv('CHROME_PATH', '');
    const { executablePath, args } = await findBrowser();
    accessSync(executablePath, constants.X_OK);
    expect(args).toContain('--enable-unsafe-webgpu');
  });
});
