import { readFileSync } from 'node:fs';

import type { Browser, Page } from '@playwright/test';

import { demoFile } from '../files';
import { expect, test } from '../helpers';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the clock, and of processor time: what the work takes, however many others share the machine. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The longest stretch that the page's main thread worked without a pause, in milliseconds of processor time. */
async function longestTaskDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  const path = test.info().outputPath('trace.json');
  await browser.startTracing(page, { path, categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const isMain = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  // Of a task of a microsecond a trace has no processor time.
  const tasks = traceEvents.filter(
    ({ name, pid, tid, dur }) =>
      name === 'ThreadControllerImpl::RunTask' && isMain.has(`${pid} ${tid}`) && (dur ?? 0) > 1,
  );
  expect(tasks.length, 'tasks of the main thread in the trace').toBeGreaterThan(100);
  // A trace leaves the processor time out here and there, and all times of the task in which it is stopped.
  const timed = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur]));
  expect(timed.length / tasks.length, 'share of the tasks with their processor time').toBeGreaterThan(0.99);
  return Math.max(...timed) / 1000;
}

/**
 * A task of known size on the same machine in the same minute: paragraphs that are made, laid out and removed. Milliseconds
 * alone say how busy the machine is: the longest task took 65, 77 and 86 of them, and 0.47, 0.57 and 0.61 of this measure.
 */
const MEASURE = `(() => {
  const box = document.createElement('div');
  for (let i = 0; i < 5000; i++) {
    const paragraph = document.createElement('p');
    paragraph.textContent = 'A line of words, number ' + i;
    box.append(paragraph);
  }
  document.body.append(box);
  void box.offsetHeight;
  box.remove();
})()`;

test('no task takes longer than laying out 5,000 paragraphs', async ({ browser, page, rankPage }) => {
  const longest = await longestTaskDuring(browser, page, async () => {
    await rankPage.loadFiles(['bm25', 'written', 'random'].map(demoFile));
    await rankPage.rank();
  });
  const measure = await longestTaskDuring(browser, page, async () => {
    for (let i = 0; i < 200; i++) await page.evaluate(i % 20 === 0 ? MEASURE : '0');
  });
  console.log(
    `longest task of the main thread: ${longest.toFixed(1)} ms; the measure ${measure.toFixed(1)} ms`,
  );
  expect(longest).toBeLessThan(measure);
});
