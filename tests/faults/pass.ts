/** One pass through the page: load, run, rescore, export, as a user does it who reads what the page says. */

import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { RankPage } from '../support/rank-page.mjs';
import type { Report } from '../../src/report/result';
import type { PassFile } from './inputs';
import type { PassOutcome } from './judge';
import { STEPS, type Kind, type Step } from './plan';

/** Longest time for one step, in milliseconds, on an idle machine: what takes longer hangs. */
const STEP_MS = 40_000;
/** A healthy pass may take as long as the machine needs: it shows how long that is. */
const HEALTHY_STEP_MS = 300_000;
/** How many times the longest healthy step a step may take. */
const SLACK = 8;
const LOOK_MS = 25;

/** A run has the one that the page is at, and is scored anew with the other. */
const TAUS = [0.05, 0.08] as const;
export type Tau = (typeof TAUS)[number];

/** What is on the page at a moment. */
interface Sight {
  readonly reading: boolean;
  readonly running: boolean;
  readonly phase: string;
  readonly workers: string;
  /** What the page says of its result. */
  readonly state: string;
  /** What it was made with. */
  readonly facts: string;
  /** What it says of failures. */
  readonly said: readonly string[];
  readonly sources: number;
}

function look(): Sight {
  // What an error says to programmers stands folded away, under "Details for a report".
  const wordsOf = (element: HTMLElement): string => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const details of copy.querySelectorAll('details')) details.remove();
    return copy.innerText.trim();
  };
  const texts = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map(wordsOf).filter(Boolean);
  const main = document.querySelector('main');
  return {
    reading: document.querySelector('section[aria-label=Sources]')?.getAttribute('aria-busy') === 'true',
    running: document.querySelector('progress[aria-label=Ranking]') !== null,
    phase: main?.dataset['phase'] ?? '',
    workers: main?.dataset['workers'] ?? '',
    state: document.querySelector<HTMLElement>('[data-part=state]')?.innerText ?? '',
    facts: document.querySelector<HTMLElement>('[aria-label=Session]')?.innerText ?? '',
    said: [
      ...texts('[role=alert]'),
      ...texts('ul[aria-label="Refused files"] [data-part=message]'),
      ...texts('li[data-status=not-read]'),
    ],
    sources: document.querySelectorAll('li[data-source]').length,
  };
}

export class Driver {
  readonly rankPage: RankPage;
  private uncaught: string[] = [];
  private tau: Tau = TAUS[0];
  /** False until the page was told its temperature: a model folder may suggest another one. */
  private tauSet = false;
  private seed: 42 | 43 = 42;
  /** Of all steps so far, in milliseconds. */
  longestStep = 0;

  /** @param limitMs longest time for one step */
  constructor(
    private readonly page: Page,
    private readonly limitMs = HEALTHY_STEP_MS,
  ) {
    this.rankPage = new RankPage(page);
    page.on('pageerror', (error) => this.uncaught.push(error.message));
  }

  /**
   * @param before called before each step
   * @param steps to take: a later pass finds its files loaded
   */
  async pass(
    kind: Kind,
    files: readonly PassFile[],
    before: (step: Step) => Promise<void>,
    steps: readonly Step[] = STEPS,
  ): Promise<PassOutcome> {
    this.uncaught = [];
    const said = new Set<string>();
    let report: Report | null = null;
    let stopped: string | null = null;
    let hung = false;
    for (const step of steps) {
      await before(step);
      const started = Date.now();
      try {
        const went = await this.take(step, kind, files, said);
        if (step === 'export') report = went as Report | null;
        if (went !== null && went !== false) continue;
      } catch (error) {
        if (!(error instanceof Hang)) throw error;
        hung = true;
      } finally {
        this.longestStep = Math.max(this.longestStep, Date.now() - started);
      }
      stopped = step;
      break;
    }
    for (const text of (await this.page.evaluate(look)).said) said.add(text);
    return { stopped, hung, said: [...said], uncaught: this.uncaught, report, tau: this.tau };
  }

  /** Does what the page offers after a failure, until nothing is left of it. */
  async recover(files: readonly PassFile[]): Promise<void> {
    const { page } = this;
    for (let turn = 0; turn < 4; turn++) {
      await this.settle(new Set());
      const offers = ['Start again', /^Read all /, 'Read', 'Re-read the file', 'Try again'];
      let pressed = false;
      for (const name of offers) {
        const button = page
          .locator('main')
          .getByRole('button', { name, exact: typeof name === 'string' })
          .first();
        if (!(await button.isVisible())) continue;
        await button.evaluate((each: HTMLElement) => each.click());
        pressed = true;
        break;
      }
      if (!pressed) break;
    }
    const { sources } = await this.settle(new Set());
    if (sources < files.length) {
      await this.clear();
      await this.give(files);
    }
  }

  /** Removes every file. */
  async clear(): Promise<void> {
    await this.rankPage.showInputs();
    await this.until(async () => {
      const left = await this.page.evaluate(() => {
        const section = document.querySelector('section[aria-label=Sources]');
        const buttons = section?.querySelectorAll<HTMLButtonElement>(
          '[aria-label^="Remove "], [aria-label^="Dismiss "]',
        );
        for (const button of buttons ?? []) button.click();
        return buttons?.length ?? 0;
      });
      return left === 0;
    });
    await this.settle(new Set());
  }

  private async take(
    step: Step,
    kind: Kind,
    files: readonly PassFile[],
    said: Set<string>,
  ): Promise<Report | boolean | null> {
    const { page, rankPage } = this;
    if (step === 'load') {
      await this.give(files);
      const { sources } = await this.settle(said);
      return sources > 0;
    }
    if (step === 'run') {
      // What a pass before this one chose still stands.
      await rankPage.showInputs();
      const encoder = page.getByRole('radio', {
        name: kind === 'texts' ? 'The demo’s encoder' : 'Vectors in my files',
      });
      if (!(await this.isOffered(encoder))) return false;
      await encoder.check();
      if (!this.tauSet) await this.setTemperature(this.tau);
      const button = page.getByRole('button', { name: 'Rank sources' });
      // With a result of these inputs there is nothing to rank: another seed asks for a run.
      if ((await button.count()) === 0)
        await rankPage.setOptions({ seed: (this.seed = this.seed === 42 ? 43 : 42) });
      if (!(await this.isOffered(button))) return false;
      const before = await page.evaluate(look);
      await button.evaluate((each: HTMLElement) => each.click());
      await this.until(async () => (await page.evaluate(look)).running || (await this.sightChanged(before)));
      const { phase, said: now } = await this.settle(said);
      return phase === 'done' && now.length === 0
        ? true
        : phase === 'done' && !now.some((text) => !before.said.includes(text));
    }
    if (step === 'rescore') {
      const before = await page.evaluate(look);
      await this.setTemperature(this.tau === TAUS[0] ? TAUS[1] : TAUS[0]);
      await this.until(async () => {
        const now = await page.evaluate(look);
        return (
          now.facts.includes(`τ ${this.tau}`) ||
          now.state === 'out of date' ||
          now.said.length > before.said.length
        );
      });
      const sight = await this.settle(said);
      return sight.state === 'current';
    }
    const coming = page.waitForEvent('download', { timeout: this.limitMs }).catch(() => null);
    const button = page.getByRole('button', { name: 'Export report' });
    if (!(await button.isVisible())) await page.locator('button[aria-label$="xports"]').click();
    if (!(await this.isOffered(button))) return null;
    await button.evaluate((each: HTMLElement) => each.click());
    const downloaded = await Promise.race([coming, this.said()]);
    if (!downloaded) return null;
    return JSON.parse(await readFile(await downloaded.path(), 'utf8')) as Report;
  }

  private async give(files: readonly PassFile[]): Promise<void> {
    await this.rankPage.showInputs();
    await this.page.getByLabel('Source files').setInputFiles(files.map(({ payload }) => payload));
  }

  private async setTemperature(tau: Tau): Promise<void> {
    this.tau = tau;
    this.tauSet = true;
    await this.rankPage.openInputs();
    await this.page.getByLabel('Temperature', { exact: true }).fill(String(tau));
  }

  /** Waits until something can be pressed, or the page says why not. It may not be there at all. */
  private async isOffered(control: Locator): Promise<boolean> {
    const canBePressed = async () => (await control.count()) > 0 && (await control.isEnabled());
    await this.until(async () => (await canBePressed()) || (await this.refusedToRank()));
    return canBePressed();
  }

  private async refusedToRank(): Promise<boolean> {
    const { said, workers } = await this.page.evaluate(look);
    return workers === 'failed' || said.length > 0;
  }

  private async sightChanged({ state, said }: Sight): Promise<boolean> {
    const now = await this.page.evaluate(look);
    return now.state !== state || now.said.length !== said.length || now.phase === 'done';
  }

  /** Waits for news of a failure, for as long as a step may take. */
  private async said(): Promise<null> {
    const before = await this.page.evaluate(look);
    await this.until(async () => {
      const now = await this.page.evaluate(look);
      return now.said.length > before.said.length;
    });
    return null;
  }

  /** Waits until the page neither reads nor ranks nor scores; stops waiting where the page offers it. */
  private async settle(said: Set<string>): Promise<Sight> {
    let calm = 0;
    let sight = await this.page.evaluate(look);
    await this.until(async () => {
      sight = await this.page.evaluate(look);
      for (const text of sight.said) said.add(text);
      const scoring = sight.workers !== 'failed' && /ranking|brought up/.test(sight.state);
      const busy = sight.reading || sight.running || sight.workers === 'starting' || scoring;
      calm = busy ? 0 : calm + 1;
      return calm >= 2;
    });
    return sight;
  }

  /** @throws Hang */
  private async until(done: () => Promise<boolean>): Promise<true> {
    const end = Date.now() + this.limitMs;
    while (Date.now() < end) {
      if (await done()) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw new Hang(JSON.stringify(await this.page.evaluate(look)));
  }
}

/** The limit for a step on this machine, as busy as it is. @param longestStep of healthy passes, in milliseconds */
export function stepLimit(longestStep: number): number {
  return Math.max(STEP_MS, SLACK * longestStep);
}

/** A step took too long: the page neither goes on nor says why. */
export class Hang extends Error {
  override readonly name = 'Hang';
}
