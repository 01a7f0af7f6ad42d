/** The built page on a host of its own, and a second build of it: the same page with other names and another version. */

import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

import { responseHeaders } from '../../scripts/headers.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import { describeBuild, serviceWorkerConfig } from '../../scripts/lib/service-worker.mjs';
import { serve } from '../../scripts/serve.mjs';
import { test as base } from './helpers';

const SCRIPT = /-([\w-]{8})\.(js|mjs|css)$/;

/** A static host that knows nothing of the page: no header, a path of its own. */
export class PlainHost {
  private constructor(
    private readonly folder: string,
    private server: Awaited<ReturnType<typeof serve>>,
  ) {}

  static async start(): Promise<PlainHost> {
    const folder = mkdtempSync(join(tmpdir(), 'negscope-host-'));
    const site = join(folder, 'site');
    cpSync(DIST, site, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
    return new PlainHost(folder, await serveSite(site, 0));
  }

  get url(): string {
    return this.server.url;
  }

  put(name: string, content: string): void {
    writeFileSync(join(this.folder, 'site', name), content);
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  async startAgain(): Promise<void> {
    this.server = await serveSite(join(this.folder, 'site'), this.server.port);
  }

  /** Puts a build in the place of the one before, whose scripts are gone then. */
  async deploySecond(): Promise<void> {
    const next = join(this.folder, 'next');
    cpSync(join(this.folder, 'site'), next, { recursive: true });
    renameScripts(next);
    const described = describeBuild(next, 'second', responseHeaders());
    await build({ ...serviceWorkerConfig(described, next), logLevel: 'error' });
    renameSync(join(this.folder, 'site'), join(this.folder, 'before'));
    renameSync(next, join(this.folder, 'site'));
  }

  async end(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function serveSite(root: string, port: number): ReturnType<typeof serve> {
  return serve({ root, port, basePath: '/people/me/', plain: true });
}

/** Gives every script and style another hash in its name, as if its content were another. */
function renameScripts(folder: string): void {
  const assets = join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => SCRIPT.test(name));
  const renamed = scripts.map(
    (name) => [name, name.replace(SCRIPT, (_, hash, end) => `-${turned(hash)}.${end}`)] as const,
  );
  for (const [name, other] of renamed) {
    writeFileSync(join(assets, other), replaceAll(readFileSync(join(assets, name), 'utf8'), renamed));
    rmSync(join(assets, name));
  }
  const index = join(folder, 'index.html');
  const page = replaceAll(readFileSync(index, 'utf8'), renamed);
  // The version of the first build goes: `describeBuild` writes that of the second.
  writeFileSync(
    index,
    page.replace(/\s*<meta name="negscope-version"[^>]*>/, '\n<meta name="edition" content="second">'),
  );
}

function turned(hash: string): string {
  return [...hash].reverse().join('').replace(/^./, 'Z');
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

/** A test whose page is on a plain host of its own, where service workers are allowed. */
export const test = base.extend<{ host: PlainHost }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  host: async ({}, use) => {
    const host = await PlainHost.start();
    await use(host);
    await host.end();
  },
  baseURL: ({ host }, use) => use(host.url),
  serviceWorkers: 'allow',
});
