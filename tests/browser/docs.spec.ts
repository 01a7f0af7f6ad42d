/** The documents as pages of the build. */

import { expectAccessible } from './accessible';
import { expect, test } from './helpers';

test('documents: every link leads somewhere, a search finds a section, and the page is accessible', async ({
  page,
  baseURL,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${baseURL}docs/index.html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guide');
  const links = await page
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  for (const link of new Set(links.filter((each) => each.startsWith(baseURL ?? '')))) {
    expect((await page.request.get(link.split('#')[0] ?? link)).status(), link).toBe(200);
  }
  await page.getByLabel('Search').fill('sealed header');
  await page.locator('#found a', { hasText: 'What "Sealed" means' }).click();
  await expect(page).toHaveURL(/PRIVACY\.html#what-sealed-means$/);
  await expect(page.getByRole('heading', { name: 'What "Sealed" means' })).toBeInViewport();
  await expectAccessible(page, 'a document');

  await test.step('a search takes words, not letters inside them, and its excerpts are whole words', async () => {
    await page.goto(`${baseURL}docs/index.html`);
    const sections = (await (await page.request.get(`${baseURL}docs/search.json`)).json()) as {
      text: string;
      title: string;
    }[];
    await page.getByLabel('Search').fill('ECI');
    const hits = page.locator('#found li:has(a)');
    await expect(hits.first()).toBeVisible();
    for (const hit of await hits.allInnerTexts()) expect(hit).toMatch(/(?<![\p{L}\p{N}])ECI/iu);
    for (const excerpt of await page.locator('#found span').allTextContents()) {
      const shown = excerpt.replace(/^.*?: (?=… )/, '').replace(/^… | …$/g, '');
      const held = sections.some(({ text }) => {
        const at = text.indexOf(shown);
        const ends = [text[at - 1] ?? ' ', text[at + shown.length] ?? ' '];
        return at >= 0 && ends.every((end) => /\s/.test(end));
      });
      if (/^(.*: )?… /.test(excerpt)) expect(held, excerpt).toBe(true);
    }
  });
  expect(errors).toEqual([]);
});
