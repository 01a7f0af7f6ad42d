/** WebKitGTK's MiniBrowser, driven by WebKitWebDriver (W3C WebDriver) on a screen that nobody sees. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { WebKitPrograms } from '../../../scripts/lib/other-browsers.mjs';
import { freePort } from '../../support/port';
import { VIEW, type Driver } from './driver';
import { setFolderByFiles } from './folder-by-files';

/** Longest time that one command may take: a page that never answers is a failure and not a wait. */
const ANSWER_MS = 60_000;

/** The key under which WebDriver hands out elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * WebDriver of WebKitGTK hands out no console: the page collects its errors itself, from the moment that it is loaded.
 */
const COLLECT = `
  window.errorsSeen = [];
  // That a layout took two rounds is told as an error event too, and is none.
  addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || errorsSeen.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errorsSeen.push(String(reason)));
  const told = console.error;
  console.error = (...words) => { errorsSeen.push(words.join(' ')); told.apply(console, words); };`;

/** Starts the screen, the driver and, through it, the browser, all in a home folder of their own. */
export async function openWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'negscope-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const size = `${VIEW.width}x${VIEW.height}x24`;
  const xvfb = begin(screen, ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'], 'pipe');
  const display = String(await firstOf(xvfb)).trim();
  const port = await freePort('127.0.0.1');
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
  const env = { ...process.env, ...folders, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const webDriver = begin(driver, [`--port=${port}`], 'ignore', env);
  const end = async () => {
    for (const started of [webDriver, xvfb]) await stop(started);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const wire = new Wire(`http://127.0.0.1:${port}`);
    await wire.ready();
    const { sessionId, capabilities } = await wire.send<NewSession>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    });
    const { browserName, browserVersion } = capabilities;
    const session = `/session/${sessionId}`;
    await wire.send('POST', `${session}/window/rect`, { ...VIEW, x: 0, y: 0 });
    return new WebKitDriver(`${browserName}/${browserVersion}`, downloads, wire, session, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Programs under way; they end with us at the latest. */
const begun = new Set<ChildProcess>();
process.on('exit', () => begun.forEach(endGroup));

/** Starts a program that leads a group of processes of its own. @param stdout whether somebody reads what it prints */
function begin(
  program: string,
  args: readonly string[],
  stdout: 'pipe' | 'ignore',
  env = process.env,
): ChildProcess {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', stdout, 'ignore'] });
  begun.add(child);
  return child;
}

/** What a program prints first. @throws where it ends before */
async function firstOf(child: ChildProcess): Promise<Buffer> {
  const ended = once(child, 'close').then(() => {
    throw new Error(`${child.spawnfile} ended with status ${child.exitCode} and said nothing.`);
  });
  const [said] = await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  return said as Buffer;
}

/** Ends a program and all that it started, and waits until it has ended. */
async function stop(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const closed = isOver ? null : once(child, 'close');
  endGroup(child);
  await closed;
}

/** Kills every process of a group; one that has ended needs nothing. */
function endGroup(child: ChildProcess): void {
  begun.delete(child);
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface NewSession {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

class WebKitDriver implements Driver {
  constructor(
    readonly name: string,
    readonly downloads: string,
    private readonly wire: Wire,
    private readonly session: string,
    private readonly end: () => Promise<void>,
  ) {}

  errors(): Promise<readonly string[]> {
    return this.evaluate<string[]>('window.errorsSeen ?? []');
  }

  async open(url: string): Promise<void> {
    await this.run('window.isBefore = true');
    await this.post('url', { url });
    // An address that differs by its fragment alone loads nothing. By way of about:blank the session would end: WebKitGTK
    // 2.50.6 gives that another process when it follows an isolated page with workers.
    if (await this.evaluate<boolean>('window.isBefore === true')) await this.post('refresh', {});
    await this.run(COLLECT);
  }

  async click(xpath: string): Promise<void> {
    await this.post(`element/${await this.element(xpath)}/click`, {});
  }

  async setFiles(xpath: string, paths: readonly string[]): Promise<void> {
    await this.post(`element/${await this.element(xpath)}/value`, { text: paths.join('\n') });
  }

  setFolder(xpath: string, folder: string): Promise<void> {
    return setFolderByFiles(this, xpath, folder);
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.run<T>(`return (${expression})`);
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(await this.wire.send<string>('GET', `${this.session}/screenshot`), 'base64');
  }

  async close(): Promise<void> {
    try {
      await this.wire.send('DELETE', this.session);
    } finally {
      await this.end();
    }
  }

  private async element(xpath: string): Promise<string> {
    const found = await this.post<Record<string, string>>('element', { using: 'xpath', value: xpath });
    return found[ELEMENT] ?? '';
  }

  private run<T>(script: string): Promise<T> {
    return this.post<T>('execute/sync', { script, args: [] });
  }

  private post<T = unknown>(path: string, body: object): Promise<T> {
    return this.wire.send<T>('POST', `${this.session}/${path}`, body);
  }
}

class Wire {
  constructor(private readonly address: string) {}

  async ready(): Promise<void> {
    const until = Date.now() + 20_000;
    for (;;) {
      try {
        await this.send('GET', '/status');
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** @throws what the driver says, in its words */
  async send<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.address + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }
}
