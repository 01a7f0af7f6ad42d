/** Makes faults by seed in the built page, and says what is wrong afterwards. */

import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Report } from '../../src/report/types';
import { serveFaulty, type FaultyServer } from './faulty-page';
import { filesOf, VARIANTS } from './inputs';
import { wrongAfterwards, wrongWith, type PassOutcome } from './judge';
import { Driver, Hang, stepLimit } from './pass';
import { KINDS, planInWords, planOf, STEPS, type Census, type FaultPlan, type Kind, type Step } from './plan';
import { prelude, type FaultControl, type PlannedDeed, type Realm } from './prelude';

/** What came of one seed. */
export interface SeedResult {
  readonly seed: number;
  readonly plan: FaultPlan;
  /** True where the fault happened; the message may not come in every pass. */
  readonly fired: boolean;
  readonly faulted: PassOutcome;
  /** Time that it took, in milliseconds. */
  readonly ms: number;
  /** Nothing where all is well. */
  readonly wrong: readonly string[];
}

/** The reports of passes without a fault: by kind and variant, and by temperature. */
type Reports = Readonly<Record<Kind, readonly Readonly<Record<number, Report>>[]>>;

/** How often the seeds of one context may follow each other: each has other texts, so that none is embedded yet. */
const IN_ONE_CONTEXT = VARIANTS.texts;

export class Harness {
  private constructor(
    private readonly browser: Browser,
    private readonly server: FaultyServer,
    readonly census: Census,
    private readonly expected: Reports,
    private readonly limitMs: number,
  ) {}

  /** Serves the built page and makes every pass once without a fault, to count messages and to know the figures. */
  static async open(browser: Browser): Promise<Harness> {
    const server = await serveFaulty();
    const room = await Room.open(browser, server);
    const census = {} as Record<Kind, Census[Kind]>;
    const expected: Record<Kind, Record<number, Report>[]> = { embedded: [], texts: [] };
    for (const kind of KINDS) {
      for (let variant = 0; variant < VARIANTS[kind]; variant++) {
        const { outcomes, counts } = await room.counted(kind, variant);
        const reports: Record<number, Report> = {};
        for (const { report, said, stopped, hung, uncaught } of outcomes) {
          if (!report || said.length > 0) {
            throw new Error(
              `A pass without a fault (${kind} ${variant}) ${hung ? 'hung' : 'stopped'} at ${stopped}: ${[...said, ...uncaught].join(' | ')}`,
            );
          }
          reports[report.settings.tau] = report;
        }
        expected[kind].push(reports);
        census[kind] ??= counts;
      }
    }
    await room.close();
    return new Harness(browser, server, census, expected, stepLimit(room.longestStep));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The faults of the seeds, one after the other. @param tell hears of each as it is done */
  async play(
    seeds: readonly number[],
    tell: (result: SeedResult) => void = () => undefined,
  ): Promise<SeedResult[]> {
    const results: SeedResult[] = [];
    let room: Room | null = null;
    let used = 0;
    for (const seed of seeds) {
      const plan = planOf(seed, this.census);
      if (used === IN_ONE_CONTEXT) {
        await room?.close();
        room = null;
      }
      if (!room) {
        room = await this.openRoom();
        used = 0;
      }
      used++;
      const result = await this.playOne(plan, room);
      results.push(result);
      tell(result);
      if (result.wrong.length > 0) {
        await room.close();
        room = null;
      }
    }
    await room?.close();
    return results;
  }

  /** One fault that is not drawn by a seed. */
  async playPlan(plan: FaultPlan): Promise<SeedResult> {
    const room = await this.openRoom();
    try {
      return await this.playOne(plan, room);
    } finally {
      await room.close();
    }
  }

  private openRoom(): Promise<Room> {
    return Room.open(this.browser, this.server, this.limitMs);
  }

  private async playOne(plan: FaultPlan, room: Room): Promise<SeedResult> {
    const { seed, kind } = plan;
    const started = Date.now();
    const variant = seed % VARIANTS[kind];
    const expectedAt = (tau: number) => this.expected[kind][variant]?.[tau] as Report;
    const files = filesOf(kind, variant);
    // Texts that a broken run left over are embedded in other batches, in float32.
    const nearly = kind === 'texts';
    const faulted = await room.faulted(plan, variant);
    const wrong = wrongWith(faulted, expectedAt(faulted.tau), files, { nearly });
    let fired = false;
    try {
      fired = (await room.disarm()).fired;
      const again = await room.again(plan, variant);
      wrong.push(...wrongAfterwards(again, expectedAt(again.tau), files, { nearly }));
    } catch (error) {
      if (!(error instanceof Hang)) throw error;
      wrong.push(`nothing brings the page back: ${error.message}`);
    }
    return { seed, plan, fired, faulted, ms: Date.now() - started, wrong };
  }
}

/** `seed 7 (close in engine at message 4 of run, texts): …`, and how to bring it back. */
export function inWords({ seed, plan, wrong }: SeedResult): string {
  return [
    `seed ${seed} (${planInWords(plan)}):`,
    ...wrong.map((text) => `  ${text}`),
    `  npm run fuzz -- --faults --n 1 --seed ${seed}`,
  ].join('\n');
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

  /** A pass without a fault, with what came in each step, and a second one that ends at the other temperature. */
  async counted(
    kind: Kind,
    variant: number,
  ): Promise<{ outcomes: readonly PassOutcome[]; counts: Census[Kind] }> {
    const files = filesOf(kind, variant);
    const counts: Partial<Record<Step, Partial<Record<Realm, number>>>> = {};
    let last: Step | null = null;
    const finish = async () => {
      if (last) counts[last] = (await this.disarm()).counts;
    };
    const first = await this.driver.pass(kind, files, async (step) => {
      await finish();
      await this.arm(null);
      last = step;
    });
    await finish();
    for (const step of STEPS) counts[step] ??= {};
    const second = await this.driver.pass(kind, files, async () => undefined, ['run', 'rescore', 'export']);
    await this.driver.clear();
    return { outcomes: [first, second], counts: counts as Census[Kind] };
  }

  /** A pass with a fault. */
  faulted({ kind, step, deed }: FaultPlan, variant: number): Promise<PassOutcome> {
    return this.driver.pass(kind, filesOf(kind, variant), async (next) => {
      if (next === step) await this.arm(deed);
    });
  }

  /** What the page offers after the fault, then a new run; afterwards the page is empty again. @throws Hang */
  async again({ kind }: FaultPlan, variant: number): Promise<PassOutcome> {
    const files = filesOf(kind, variant);
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

  private async arm(deed: PlannedDeed | null): Promise<void> {
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
