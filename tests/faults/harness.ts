/** Makes a fault in the built page, and says what is wrong afterwards. */

import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Report } from '../../src/report/result';
import { serveFaulty, type FaultyServer } from './faulty-page';
import { filesOf } from './inputs';
import { wrongAfterwards, wrongWith, type PassOutcome } from './judge';
import { Driver, Hang, stepLimit } from './pass';
import type { FaultPlan, Kind } from './plan';
import { prelude, type FaultControl, type PlannedDeed } from './prelude';

/** The reports of passes without a fault, by temperature. */
type Reports = Readonly<Record<number, Report>>;

export class Harness {
  private constructor(
    private readonly browser: Browser,
    private readonly server: FaultyServer,
    private readonly expected: Readonly<Record<Kind, Reports>>,
    private readonly limitMs: number,
  ) {}

  /** Serves the built page and makes a pass of each kind without a fault, to know the figures. */
  static async open(browser: Browser): Promise<Harness> {
    const server = await serveFaulty();
    const room = await Room.open(browser, server);
    const expected = { embedded: await room.healthy('embedded'), texts: await room.healthy('texts') };
    await room.close();
    return new Harness(browser, server, expected, stepLimit(room.longestStep));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** @returns whether the fault happened, and what is wrong after it: nothing where all is well */
  async play(plan: FaultPlan): Promise<{ fired: boolean; wrong: readonly string[] }> {
    const room = await Room.open(this.browser, this.server, this.limitMs);
    try {
      const expectedAt = (tau: number) => this.expected[plan.kind][tau] as Report;
      const files = filesOf(plan.kind);
      // Texts that a broken run left over are embedded in other batches, in float32.
      const nearly = plan.kind === 'texts';
      const faulted = await room.faulted(plan);
      const wrong = wrongWith(faulted, expectedAt(faulted.tau), files, { nearly });
      const { fired } = await room.disarm();
      try {
        const again = await room.again(plan);
        wrong.push(...wrongAfterwards(again, expectedAt(again.tau), files, { nearly }));
      } catch (error) {
        if (!(error instanceof Hang)) throw error;
        wrong.push(`nothing brings the page back: ${error.message}`);
      }
      return { fired, wrong };
    } finally {
      await room.close();
    }
  }
}

/** One browser context with the page open in it. */
class Room {
  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly driver: Driver,
  ) {}

  static async open(browser: Browser, server: FaultyServer, limitMs?: number): Promise<Room> {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript(prelude);
    const page = await context.newPage();
    const driver = new Driver(page, limitMs);
    await driver.rankPage.open(server.url, { device: 'wasm' });
    return new Room(context, page, driver);
  }

  get longestStep(): number {
    return this.driver.longestStep;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** A pass without a fault, and a second one that ends at the other temperature. */
  async healthy(kind: Kind): Promise<Reports> {
    const files = filesOf(kind);
    const reports: Record<number, Report> = {};
    const none = async () => undefined;
    const first = await this.driver.pass(kind, files, none);
    const second = await this.driver.pass(kind, files, none, ['run', 'rescore', 'export']);
    for (const { report, said, stopped, hung, uncaught } of [first, second]) {
      if (!report || said.length > 0) {
        throw new Error(
          `A pass without a fault (${kind}) ${hung ? 'hung' : 'stopped'} at ${stopped}: ${[...said, ...uncaught].join(' | ')}`,
        );
      }
      reports[report.settings.tau] = report;
    }
    await this.driver.clear();
    return reports;
  }

  /** A pass with a fault. */
  faulted({ kind, step, deed }: FaultPlan): Promise<PassOutcome> {
    return this.driver.pass(kind, filesOf(kind), async (next) => {
      if (next === step) await this.arm(deed);
    });
  }

  /** What the page offers after the fault, then a new run; afterwards the page is empty again. @throws Hang */
  async again({ kind }: FaultPlan): Promise<PassOutcome> {
    const files = filesOf(kind);
    await this.driver.recover(files);
    const newRun = () => this.driver.pass(kind, files, async () => undefined, ['run', 'export']);
    let again = await newRun();
    // Some failures show late: an answer that the table store owes is missed after a minute.
    if (again.stopped !== null && again.said.length > 0) {
      await this.driver.recover(files);
      again = await newRun();
    }
    await this.driver.clear();
    return again;
  }

  private async arm(deed: PlannedDeed): Promise<void> {
    await this.page.evaluate(
      (plan) => (globalThis as unknown as { negscopeFaults: FaultControl }).negscopeFaults.arm(plan),
      deed,
    );
  }

  /** Ends the fault. */
  disarm(): ReturnType<FaultControl['disarm']> {
    return this.page.evaluate(() =>
      (globalThis as unknown as { negscopeFaults: FaultControl }).negscopeFaults.disarm(),
    );
  }
}
