/** The page by the names that people see, for any driver: what the test of browsers does on it. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Report } from '../../../src/report/result';
import type { Driver } from './driver';

/** Longest time that the page may take for one step. */
const PATIENCE_MS = 150_000;
const POLL_MS = 100;

/** A button, a link or the head of what folds, by its words. */
export function pressed(words: string): string {
  return `//*[self::button or self::a or self::summary][normalize-space()='${words}' or @aria-label='${words}']`;
}

function field(label: string): string {
  return `//input[@aria-label='${label}' or @id=//label[normalize-space()='${label}']/@for]`;
}

/** What ends a step: an error of the page, of the files or of the encoder. */
const ALERTS = ['#result', 'section[aria-label^="Sources"]', 'section[aria-label^="Encoder"]']
  .map((place) => `${place} [role=alert]`)
  .join();

/** An expression: the region of this name is there and has nothing under way. */
function idle(region: string): string {
  return `document.querySelector('section[aria-label^="${region}"]')?.ariaBusy !== 'true'`;
}

export class RankByNames {
  constructor(
    readonly driver: Driver,
    private readonly address: string,
  ) {}

  async open(): Promise<void> {
    await this.driver.open(this.address);
    await this.until('the page', `document.querySelector('main[data-phase]') !== null`);
  }

  async go(words: string): Promise<void> {
    await this.driver.click(`//nav${pressed(words)}`);
    await this.until(words, `document.title.toLowerCase().includes(${JSON.stringify(words.toLowerCase())})`);
  }

  async giveFiles(paths: readonly string[]): Promise<void> {
    await this.driver.setFiles(field('Source files'), paths);
    await this.until(
      'the files to be read',
      `document.querySelectorAll('li[data-source]').length === ${paths.length} && ${idle('Sources')}`,
    );
  }

  async removeFiles(): Promise<void> {
    await this.until(
      'the sources to be removed',
      `[...document.querySelectorAll('section[aria-label^="Sources"] [aria-label^="Remove "]')]
        .map((button) => button.click()).length === 0`,
    );
  }

  async chooseModel(folder: string): Promise<void> {
    await this.driver.setFolder(field('Model folder'), folder);
    await this.until(
      'the model',
      `document.querySelector('[name=encoder]:checked')?.value === 'picked' && ${idle('Encoder and its settings')}`,
    );
  }

  /** Marks these of the loaded sources, and no other, as references. */
  async chooseReferences(names: readonly string[]): Promise<void> {
    const marked = await this.driver.evaluate<Record<string, boolean>>(
      `Object.fromEntries([...document.querySelectorAll('input[aria-label$=" reference"]')]
        .map((box) => [box.ariaLabel.replace(/ reference$/, ''), box.checked]))`,
    );
    for (const [name, is] of Object.entries(marked)) {
      if (is !== names.includes(name)) await this.driver.click(field(`${name} reference`));
    }
  }

  /** Presses "Rank sources", once it can be pressed, and waits for the result. */
  async rank(): Promise<void> {
    const button = `[...document.querySelectorAll('button')].find((b) => b.innerText === 'Rank sources')`;
    await this.until('"Rank sources"', `${button}?.disabled === false`);
    await this.driver.click(pressed('Rank sources'));
    await this.result();
  }

  async result(): Promise<void> {
    await this.until('the result', `document.querySelector('main')?.dataset.phase === 'done'`);
  }

  async report(): Promise<Report> {
    const path = join(this.driver.downloads, 'negscope-report.json');
    await this.driver.click(pressed('Exports'));
    await this.driver.click(pressed('Export report, all figures as JSON'));
    const text = await this.poll('the report', () =>
      existsSync(path) ? whole(readFileSync(path, 'utf8')) : null,
    );
    rmSync(path);
    return JSON.parse(text) as Report;
  }

  /** Waits until an expression holds in the page. @throws where the page says an error, or it takes too long */
  async until(what: string, expression: string): Promise<void> {
    const alert = `document.querySelector(${JSON.stringify(ALERTS)})?.innerText ?? null`;
    const probe = `({ holds: Boolean(${expression}), alert: ${alert} })`;
    await this.poll(what, async () => {
      const { holds, alert } = await this.driver.evaluate<{ holds: boolean; alert: string | null }>(probe);
      if (holds) return true;
      if (alert !== null) throw new Error(`Instead of ${what}: ${alert}`);
      return null;
    });
  }

  private async poll<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (Date.now() > until) throw new Error(`${this.driver.name}: ${what} did not come.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** A file that is still being written ends too soon. */
function whole(text: string): string | null {
  return text.trimEnd().endsWith('}') ? text : null;
}
