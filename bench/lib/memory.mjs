/** Memory of a browser's tab, from /proc: its renderer process holds the page, its workers and all wasm memory. */

import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('@playwright/test').Browser} Browser */

const LOOK_MS = 20;

/**
 * @param {Browser} browser with one tab
 * @returns {Promise<number | null>} process id of the tab's renderer; null where there is no /proc
 */
export async function rendererOf(browser) {
  if (!existsSync('/proc/self/status')) return null;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  // The browser keeps an empty renderer ready for the next tab: the smaller one.
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const [largest] = renderers.sort((a, b) => (memoryOf(b) ?? 0) - (memoryOf(a) ?? 0));
  return largest ?? null;
}

/**
 * @param {number} pid
 * @returns {number | null} bytes of anonymous and shared memory, resident or swapped out; null where the process is gone
 */
export function memoryOf(pid) {
  let status;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
  const field = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return field('RssAnon') + field('RssShmem') + field('VmSwap');
}

/** Looks at a process again and again: what it held at most, also where it has died since. */
export class MemoryWatch {
  /** @type {number | null} */
  most = null;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {number | null} pid null: nothing is watched */
  constructor(pid) {
    if (pid === null) return;
    const look = () => {
      const now = memoryOf(pid);
      if (now !== null) this.most = Math.max(now, this.most ?? 0);
    };
    look();
    this.#timer = setInterval(look, LOOK_MS).unref();
  }

  stop() {
    clearInterval(this.#timer);
  }
}
