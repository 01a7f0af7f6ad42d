/** Chromium and Firefox, driven by Puppeteer: by the DevTools protocol the one, by WebDriver BiDi the other. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch, type ElementHandle, type Page } from 'puppeteer-core';

import { VIEW, type Driver } from './driver';
import { setFolderByFiles } from './folder-by-files';

export interface PuppeteerBrowser {
  readonly browser: 'chrome' | 'firefox';
  readonly executablePath: string;
  readonly args?: string[];
}

/** What the policy refused is told as an error: the page tries that on purpose, to see that it is sealed. */
const OF_THE_SEAL = /Content-Security-Policy: The page’s settings blocked|Content Security Policy/;

/** Starts the browser, without a window and with a fresh profile. */
export async function openByPuppeteer(options: PuppeteerBrowser): Promise<Driver> {
  const downloads = mkdtempSync(join(tmpdir(), 'negscope-downloads-'));
  const browser = await launch({
    ...options,
    defaultViewport: VIEW,
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
    // Firefox takes the folder from its settings.
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads },
  });
  return new PuppeteerDriver(
    await browser.version(),
    downloads,
    await browser.newPage(),
    options.browser === 'chrome',
  );
}

/** How the message begins where the page was left before it answered. */
const RELOADED = 'Execution context was destroyed';

class PuppeteerDriver implements Driver {
  private readonly said: string[] = [];

  constructor(
    readonly name: string,
    readonly downloads: string,
    private readonly page: Page,
    private readonly isChromium: boolean,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.said.push(message.text());
    });
    page.on('pageerror', (error) => this.said.push(String(error)));
    page.on('dialog', (dialog) => void dialog.accept());
  }

  errors(): Promise<readonly string[]> {
    return Promise.resolve(this.said.filter((message) => !OF_THE_SEAL.test(message)));
  }

  async open(url: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(url);
  }

  async click(xpath: string): Promise<void> {
    await (await this.element(xpath)).click();
  }

  async setFiles(xpath: string, paths: readonly string[]): Promise<void> {
    const input = (await this.element(xpath)) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(...paths);
  }

  setFolder(xpath: string, folder: string): Promise<void> {
    return this.isChromium ? this.setFiles(xpath, [folder]) : setFolderByFiles(this, xpath, folder);
  }

  /** A page on a plain host reloads itself once, under the question: then the new one answers. */
  async evaluate<T>(expression: string): Promise<T> {
    for (;;) {
      try {
        return (await this.page.evaluate(expression)) as T;
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith(RELOADED))) throw error;
      }
    }
  }

  screenshot(): Promise<Uint8Array> {
    return this.page.screenshot();
  }

  async close(): Promise<void> {
    await this.page.browser().close();
    rmSync(this.downloads, { recursive: true, force: true });
  }

  private async element(xpath: string): Promise<ElementHandle> {
    const found = await this.page.$(`::-p-xpath(${xpath})`);
    if (!found) throw new Error(`The page has no ${xpath}.`);
    return found as ElementHandle;
  }
}
