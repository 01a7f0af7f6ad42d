/**
 * The seal, tried: every way of `ways.ts` from the page, from each worker and from a worker's worker, against listeners of
 * our own on other ports.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page, type Worker } from '@playwright/test';

import { responseHeaders } from '../../scripts/headers.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import type { Seal } from '../../src/seal/types';
import { banner, built, idOf, panel, settle, test, tryWay, waysOf } from './outside';
import { REMOVED, kindOf } from './ways';

test.use({ serviceWorkers: 'block' });

/** The built files that run as workers, each by what its name begins with. */
function workerFiles(): string[] {
  const files = readdirSync(join(DIST, 'assets'));
  const begin =
    /^((candidates|engine|encoder|sums|pair-views)-[\w-]+\.js|(duckdb-browser|ort-wasm-simd-threaded)[-.].*\.m?js)$/;
  return files.filter((name) => begin.test(name));
}

test('no way out of the page, a worker or a worker of a worker is open', async ({ page, outside }) => {
  const headers = responseHeaders();
  await built(
    () => headers,
    async (address) => {
      await page.goto(address);
      await expect(banner(page)).toContainText('Sealed: no request goes elsewhere');
      const files = workerFiles();
      expect(files.length).toBe(8);

      await test.step('every worker of the build answers, those of others too, and one below another', async () => {
        const begun = files.length + 1;
        await page.evaluate((names) => {
          const start = (name: string) =>
            new Worker(new URL(`assets/${name}`, location.href), {
              // ORT's file starts a thread where it has this name.
              name: name.startsWith('ort-') ? 'em-pthread-1' : '',
              type: name.startsWith('duckdb') ? 'classic' : 'module',
            });
          Object.assign(window, { started: names.map(start) });
        }, files);
        const engine = await workerNamed(page, 'engine-');
        const sums = files.find((name) => name.startsWith('sums-')) ?? '';
        await engine.evaluate((name) => {
          Object.assign(self, { below: new Worker(new URL(name, self.location.href), { type: 'module' }) });
        }, sums);
        await expect.poll(() => page.workers().length).toBe(begun);
        await page.getByRole('button', { name: /^Sealed|^Checking/ }).press('Enter');
        await expect(panel(page).getByRole('row')).toHaveCount(1 + 1 + begun);
        await expect(panel(page).getByText('Closed: ')).toHaveCount(1 + begun);
        await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(
          '0 requests to other addresses',
        );
      });

      for (const [i, worker] of page.workers().entries()) {
        for (const way of waysOf('worker')) await tryWay(way, worker, `worker ${i}`, outside);
      }
      // What leads even the sealed page away is tried in deep/ways.spec.ts.
      const ways = waysOf('page').filter((way) => !(way.leaves && kindOf(way) === 'remains'));
      for (const way of ways) await tryWay(way, page, 'page', outside);
      await settle();
      const remaining = ways.filter((way) => kindOf(way) === 'remains' && !way.notHere);
      expect([...outside.heard]).toEqual(remaining.map((way) => idOf(way, 'page')));
      expect(page.url().split('#')[0]).toBe(address);
      expect(page.context().pages()).toHaveLength(1);

      await test.step('what no policy holds is gone, in the page and in every worker', async () => {
        const left = (asked: string[]) => asked.filter((name) => Boolean(Reflect.get(globalThis, name)));
        for (const realm of [page, ...page.workers()]) {
          expect(await (realm as Page).evaluate(left, REMOVED)).toEqual([]);
          const again = (asked: string[]) =>
            asked.filter(
              (name) =>
                name in globalThis &&
                Reflect.defineProperty(globalThis, name, { value: 1, configurable: true }),
            );
          expect(await (realm as Page).evaluate(again, REMOVED)).toEqual([]);
        }
      });

      await test.step('the page counts what was refused, in workers too, and still none that was sent', async () => {
        // Read at once: Playwright waits for navigations that were refused.
        const text = await page.evaluate(() => {
          const answers = document.getElementById('seal-panel');
          if (!answers?.matches(':popover-open')) answers?.showPopover();
          return document.body.innerText;
        });
        expect(text).toContain('0 requests to other addresses');
        expect(text).toMatch(/The policy refused [\d,]+ more requests\./);
        const refusing = await page.evaluate(() => {
          const seal = Reflect.get(window, Symbol.for('negscope.seal')) as Seal;
          const scripts: string[] = [];
          seal((realms) => {
            scripts.push(...realms.flatMap(({ script, refused }) => (refused > 0 ? script : [])));
            // Later scripts cannot set the seal's state.
            for (const realm of realms) Object.assign(realm, { openings: ['set'], sent: 9 });
          });
          return scripts;
        });
        expect(refusing).toContain(page.url().split('#')[0]);
        expect(refusing.some((script) => script.includes('/engine-'))).toBe(true);
        expect(text).toContain('Sealed: no request goes elsewhere');
      });

      await test.step('another script cannot set what the seal says', async () => {
        const said = await page.evaluate(() => {
          const key = Symbol.for('negscope.seal');
          const seal = Reflect.get(window, key) as Seal;
          const sent = new Set<number>();
          seal((realms) => realms.forEach((realm) => sent.add(realm.sent)));
          return { sent: [...sent], isSet: Reflect.set(window, key, null), isOpen: !Object.isFrozen(seal) };
        });
        expect(said).toEqual({ sent: [0], isSet: false, isOpen: false });
      });
    },
  );
});

async function workerNamed(page: Page, name: string): Promise<Worker> {
  const found = () => page.workers().find((worker) => worker.url().includes(`/${name}`));
  await expect.poll(found).toBeTruthy();
  const worker = found();
  if (!worker) throw new Error(`There is no worker ${name}.`);
  return worker;
}
