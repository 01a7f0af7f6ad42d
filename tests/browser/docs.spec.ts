import { LIGHT_AND_DARK, expectAccessible } from './accessible';
import { expect, test } from './helpers';

test('documents: every link leads somewhere, and the page is accessible', async ({ page, baseURL }) => {
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
  await page.goto(`${baseURL}docs/PRIVACY.html#what-sealed-means`);
  await expect(page.getByRole('heading', { name: 'What "Sealed" means' })).toBeInViewport();
  await expectAccessible(page, 'a document', { schemes: LIGHT_AND_DARK });
  expect(errors).toEqual([]);
});
