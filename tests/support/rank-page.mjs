/** The Rank page, driven by the names that people and assistive tools use: for the browser tests and the benches. */

import { readFile, readdir } from 'node:fs/promises';

/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../../src/experiments/result').SessionReport} Report */
/** @typedef {{ name: string, mimeType: string, buffer: Buffer }} FilePayload a file that is in memory only */

/** The page could not do what was asked; the message is the page's own where it gave one. */
export class DriveError extends Error {
  /** @override */
  name = 'DriveError';
}

/**
 * @typedef {object} RankOptions what to fill in; whatever is left out or null stays as the page has it
 * @property {number | null} [tau]
 * @property {number | null} [sample]
 * @property {number | null} [seed]
 * @property {boolean} [normalise]
 */

/**
 * @typedef {object} FilesRead all files that the page has
 * @property {number} files how many there are, whatever became of them
 * @property {string[]} names of all sources, in load order
 * @property {string[]} refused what the page says of each refused file
 * @property {string[]} waiting what the page says of each file that lacks companions
 */

/** As in src/seal/probe.ts: the browser says in its console that it refused it. */
const PROBE = 'negscope-seal-probe';

const POLL_MS = 100;
/** Longer than a large file of the bench takes. */
const LIMIT_MS = 10 * 60 * 1000;

export class RankPage {
  /** What the browser's console said of errors, for a message when something fails. @type {string[]} */
  consoleErrors = [];

  /** @type {string | null} */
  #failure = null;

  /**
   * @param {Page} page
   * @param {{ bundled?: boolean }} [options] bundled: take the encoder that comes with the page wherever none is chosen
   */
  constructor(page, { bundled = false } = {}) {
    this.page = page;
    this.bundled = bundled;
    this.rankButton = page.getByRole('button', { name: 'Rank sources' });
    this.table = page.getByRole('table', { name: 'Ranking' });
    this.progressBar = page.getByRole('progressbar');
    this.sources = page.locator('li[data-source]');
    this.refused = page.locator('ul[aria-label="Refused files"] > li');
    this.waiting = page.locator('ul[aria-label="Waiting files"] > li');
    this.sourcesPanel = page.getByRole('region', { name: 'Sources', exact: true });
    /** What the page says of files in a folder that it does not read. */
    this.skipped = this.sourcesPanel.getByRole('status').getByText(/^\d[\d,]* files? skipped: /);
    /** One for each file, whatever became of it. */
    this.fileItems = this.sourcesPanel.locator('li[id^="file-"]');
    page.on('crash', () => (this.#failure ??= 'The browser tab crashed: it may have run out of memory.'));
    page.on('close', () => (this.#failure ??= 'The browser was closed.'));
    page.on('pageerror', (error) => (this.#failure ??= `The page failed: ${error.message}`));
    page.on('console', (message) => {
      // The page asks for an address that must be refused, and the browser says in the console that it was.
      const said = `${message.location().url} ${message.text()}`;
      if (message.type() === 'error' && !said.includes(PROBE)) this.consoleErrors.push(message.text());
    });
  }

  /** Why the tab is of no more use; null while it is. @returns {string | null} */
  get failure() {
    return this.#failure;
  }

  /**
   * @param {string} url
   * @param {Readonly<Record<string, string>>} [inputs] as the address says them, where the page's own controls say nothing else
   */
  async open(url, inputs = {}) {
    const address = new URL(url);
    for (const [key, value] of Object.entries(inputs)) address.searchParams.set(key, value);
    await this.leave(() => this.page.goto(address.href));
    await this.#until('the page to open', async () => {
      await this.#refuseAlerts(this.page.locator('main')).catch((error) => {
        // On a host without headers the page loads itself once more, to be sealed.
        if (!/context was destroyed/.test(String(error))) throw error;
      });
      return this.page.getByLabel('Source files').isVisible();
    });
  }

  /**
   * Leaves the page on purpose: where it asks whether what is not kept may be lost, the answer is yes.
   *
   * @param {() => Promise<unknown>} go opens another address, or reloads this one
   */
  async leave(go) {
    const accept = (/** @type {import('@playwright/test').Dialog} */ dialog) => void dialog.accept();
    this.page.on('dialog', accept);
    try {
      await go();
    } finally {
      this.page.off('dialog', accept);
    }
  }

  /** Unfolds the inputs, or folds them; before a result they are always there. @param {boolean} wanted @returns {Promise<boolean>} whether they changed */
  async #unfold(wanted) {
    const inputs = this.page.getByRole('button', { name: 'Inputs', exact: true });
    const open = (await inputs.isVisible()) && (await inputs.getAttribute('aria-expanded'));
    if (open !== String(!wanted)) return false;
    await inputs.click();
    return true;
  }

  async showInputs() {
    // Coming from another page, its code may still be loading.
    await this.page.locator('main[data-workers]').waitFor();
    await this.#unfold(true);
  }

  /** Folds the inputs over a result. @returns {Promise<boolean>} whether they were unfolded */
  async hideInputs() {
    return this.#unfold(false);
  }

  /** Has the inputs in view, also those that are for few. */
  async openInputs() {
    await this.showInputs();
    const sample = this.page.getByLabel('Sample size');
    if (!(await sample.isVisible())) await this.page.getByText('Advanced', { exact: true }).click();
  }

  /**
   * Fills in the settings. Call it once a file is given.
   *
   * @param {RankOptions} options
   */
  async setOptions(options) {
    const { tau = null, sample = null, seed = null, normalise = null } = options;
    const { page } = this;
    await this.openInputs();
    if (tau !== null) await page.getByLabel('Temperature', { exact: true }).fill(String(tau));
    if (sample !== null) await page.getByLabel('Sample size').fill(String(sample));
    if (seed !== null) await page.getByLabel('Seed', { exact: true }).fill(String(seed));
    if (normalise === null) return;
    await this.whileReading(0, () => page.getByLabel('Normalise given embeddings').setChecked(normalise));
  }

  /**
   * Picks source files and waits until each is read.
   *
   * @param {readonly string[] | readonly FilePayload[]} files paths, or files in memory
   * @returns {Promise<FilesRead>}
   */
  async loadFiles(files) {
    if (files.length === 0) return this.#filesRead();
    return this.whileReading(files.length, () => this.page.getByLabel('Source files').setInputFiles(files));
  }

  /**
   * Picks a folder and waits until the files in it are read, or all of them skipped.
   *
   * @param {string} folder
   * @returns {Promise<FilesRead>}
   */
  async loadFolder(folder) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    // A browser tells the page nothing of a folder in which there is no file.
    if (entries.every((entry) => entry.isDirectory())) return this.#filesRead();
    const pick = () => this.page.getByLabel('Folder of files').setInputFiles(folder);
    return this.whileReading(1, pick, { orSkipped: true });
  }

  /**
   * Waits until the files that `give` hands to the page are read, whatever becomes of them.
   *
   * @param {number} files how many, at the least
   * @param {() => Promise<void>} give
   * @param {{ orSkipped?: boolean }} [options] orSkipped: the page may also say that files were skipped, and read none
   * @returns {Promise<FilesRead>}
   */
  async whileReading(files, give, { orSkipped = false } = {}) {
    await this.showInputs();
    const before = await this.fileItems.count();
    await give();
    await this.#until('the files to be read', async () => {
      await this.#refuseAlerts(this.page.locator('#result'));
      await this.#refuseAlerts(this.sourcesPanel);
      const busy = (await this.sourcesPanel.getAttribute('aria-busy')) === 'true';
      if (busy) return false;
      if ((await this.fileItems.count()) >= before + files) return true;
      return orSkipped && (await this.skipped.count()) > 0;
    });
    // The workers start with the first file: they may have failed between the two looks above.
    await this.#refuseAlerts(this.page.locator('#result'));
    if (this.bundled && (await this.lacksEncoder())) await this.chooseBundled();
    return this.#filesRead();
  }

  /** @returns {Promise<FilesRead>} */
  async #filesRead() {
    return {
      files: await this.fileItems.count(),
      names: await this.sourceNames(),
      refused: await this.refused.locator('[data-part="message"]').evaluateAll((messages) =>
        messages.map((message) => {
          for (const details of message.querySelectorAll('details')) details.open = true;
          const options = message.getAttribute('data-options');
          const text = /** @type {HTMLElement} */ (message).innerText;
          return options ? `${text}\nSay how it is meant, each field in its place: ${options}.` : text;
        }),
      ),
      waiting: await this.waiting.evaluateAll((items) =>
        items.map((item) => item.getAttribute('data-message') ?? ''),
      ),
    };
  }

  /** @returns {Promise<string[]>} names of the loaded sources, in load order */
  async sourceNames() {
    const items = await this.sources.all();
    return Promise.all(items.map(async (item) => (await item.getAttribute('data-source')) ?? ''));
  }

  /**
   * Picks a model folder from disk and waits until the page has read it.
   *
   * @param {string} folder
   */
  async chooseModel(folder) {
    await this.showInputs();
    const region = this.page.getByRole('region', { name: 'Encoder' });
    await this.page.getByLabel('Model folder').setInputFiles(folder);
    await this.#until('the model folder to be read', async () => {
      await this.#refuseAlerts(region);
      const picked = await this.page.getByRole('radio', { name: 'A folder on this machine' }).isChecked();
      return picked && (await region.locator('summary').isVisible());
    });
  }

  /** True where neither the files nor anybody says which encoder is meant. */
  async lacksEncoder() {
    const choices = this.page.getByRole('radiogroup', { name: 'Encoder' });
    return (await choices.isVisible()) && (await choices.getByRole('radio', { checked: true }).count()) === 0;
  }

  async chooseBundled() {
    await this.showInputs();
    await this.page.getByRole('radio', { name: 'The demo’s encoder' }).check();
  }

  /** Has the settings of the encoder in view. */
  async openEncoder() {
    await this.showInputs();
    if (!(await this.page.getByLabel('Pooling').isVisible())) {
      await this.page.getByRole('region', { name: 'Encoder' }).locator('summary').click();
    }
  }

  /**
   * Has in view what is folded on the card of a source: how it was read, and its setting.
   *
   * @param {string} name
   */
  async openCard(name) {
    await this.showInputs();
    const folded = this.sources
      .and(this.page.locator(`[data-source="${name}"]`))
      .locator('details')
      .first();
    if (!(await folded.evaluate((each) => /** @type {HTMLDetailsElement} */ (each).open)))
      await folded.locator('summary').first().click();
  }

  /**
   * Marks these sources, and no other, as reference sources.
   *
   * @param {readonly string[]} names all of them loaded
   */
  async chooseReference(names) {
    await this.showInputs();
    for (const name of await this.sourceNames()) {
      await this.page
        .getByRole('checkbox', { name: `${name} reference`, exact: true })
        .setChecked(names.includes(name));
    }
  }

  /** Presses "Rank sources" and waits for the result; the inputs fold away. */
  async rank() {
    if (!(await this.rankButton.isVisible())) await this.showInputs();
    await this.#until('"Rank sources" to become available', async () => {
      if (await this.rankButton.isEnabled()) return true;
      await this.#refuseAlerts(this.page);
      return false;
    });
    await this.rankButton.click();
    await this.waitForResult();
  }

  /** Presses "Try the demo", which loads and ranks at once, and waits for the result. */
  async tryDemo() {
    await this.page.getByRole('button', { name: 'Try the demo' }).click();
    await this.waitForResult();
  }

  /** Waits until the run under way has its result. */
  async waitForResult() {
    await this.#until('the result', async () => {
      await this.#refuseAlerts(this.page.locator('#result'));
      return (await this.page.locator('main').getAttribute('data-phase')) === 'done';
    });
  }

  /** @returns {Promise<{ text: string, report: Report }>} the file that "Export report" gives */
  async exportReport() {
    const text = await this.download('Export report');
    return { text, report: JSON.parse(text) };
  }

  /**
   * Presses a button, in the menu of exports where it stands there, and reads the file that comes of it.
   *
   * @param {string} button its name
   * @returns {Promise<string>}
   */
  async download(button) {
    const coming = this.page.waitForEvent('download', { timeout: LIMIT_MS });
    const pressed = this.page.getByRole('button', { name: button });
    if (!(await pressed.isVisible())) await this.page.locator('button[aria-label$="xports"]').click();
    await pressed.click();
    return readFile(await (await coming).path(), 'utf8');
  }

  /** Goes from a result to the pairs to judge. */
  async openJudge() {
    await this.page.evaluate(() => (location.hash = '#audit?judge'));
    await this.#until('the pairs to judge', async () => {
      await this.#refuseAlerts(this.page.locator('main'));
      return this.page.getByRole('button', { name: 'Save the sample' }).isVisible();
    });
  }

  /** @returns {Promise<string>} the pairs to judge as JSON lines */
  async saveSample() {
    const coming = this.page.waitForEvent('download', { timeout: LIMIT_MS });
    await this.page.getByRole('button', { name: 'Save the sample' }).click();
    return readFile(await (await coming).path(), 'utf8');
  }

  async openRank() {
    await this.page.evaluate(() => (location.hash = '#rank'));
    await this.page.locator('main[data-phase="done"]').waitFor();
  }

  /**
   * @param {string} what
   * @param {() => Promise<boolean>} done
   * @throws {DriveError} where the page fails, or it takes too long
   */
  async #until(what, done) {
    const end = Date.now() + LIMIT_MS;
    for (;;) {
      if (this.#failure !== null) throw new DriveError(this.#failure);
      if (await done()) return;
      if (Date.now() > end) throw new DriveError(`Waited in vain for ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** @param {Page | Locator} scope */
  async #refuseAlerts(scope) {
    const alerts = await scope.getByRole('alert').locator('p').allInnerTexts();
    if (alerts.length > 0) throw new DriveError([...new Set(alerts)].join('\n'));
  }
}
