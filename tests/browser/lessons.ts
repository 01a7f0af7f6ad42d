/** The ten lessons' tasks, done by mouse, by touch or by keyboard. */

import type { Locator, Page } from '@playwright/test';

/** The mark of the negative. */
export const mark = (page: Page): Locator =>
  page.getByRole('slider', { name: 'Angle of the negative from the query' });

/** The picture that the mark is in. */
const circle = (page: Page): Locator => page.getByRole('group', { name: /circle of embeddings/ });

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where an angle of the circle is on the screen. */
async function placeOf(page: Page, angle: number): Promise<Place> {
  const box = await circle(page).boundingBox();
  if (!box) throw new Error('There is no circle.');
  const direction = ((97 - angle) * Math.PI) / 180;
  const radius = (200 / 640) * box.width;
  return {
    x: box.x + box.width / 2 + radius * Math.cos(direction),
    y: box.y + box.height / 2 - radius * Math.sin(direction),
  };
}

/** Drags the mark from where it is. */
async function drag(page: Page, angle: number, way: (from: Place, to: Place) => Promise<void>) {
  await circle(page).scrollIntoViewIfNeeded();
  const from = await placeOf(page, Number(await mark(page).getAttribute('aria-valuenow')));
  await way(from, await placeOf(page, angle));
}

/** Where a share of a slider's way is on it. */
async function alongSlider(slider: Locator, share: number): Promise<{ position: Place }> {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('There is no slider.');
  return { position: { x: 8 + (box.width - 16) * share, y: box.height / 2 } };
}

/** A way of using the page. */
export interface Hand {
  /** Takes the negative to an angle. */
  turn(page: Page, angle: number): Promise<void>;
  press(button: Locator): Promise<void>;
  /** Moves a slider to a share of its way. */
  slide(slider: Locator, share: number): Promise<void>;
  /** Takes an option of a list. */
  choose(list: Locator, option: string): Promise<void>;
}

/** The list itself is the system's: a pointer is not led over it. */
const choose = async (list: Locator, option: string) => void (await list.selectOption(option));

export const MOUSE: Hand = {
  turn: (page, angle) =>
    drag(page, angle, async (from, to) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 6 });
      await page.mouse.up();
    }),
  press: (button) => button.click(),
  slide: async (slider, share) => slider.click(await alongSlider(slider, share)),
  choose,
};

/** In a context that has touch. */
export const TOUCH: Hand = {
  turn: (page, angle) =>
    drag(page, angle, async (from, to) => {
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
      await touch('touchStart', [from]);
      for (const share of [0.3, 0.6, 1]) {
        await touch('touchMove', [
          { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
        ]);
      }
      await touch('touchEnd', []);
      await session.detach();
    }),
  press: (button) => button.tap(),
  slide: async (slider, share) => slider.tap(await alongSlider(slider, share)),
  choose,
};

export const KEYS: Hand = {
  async turn(page, angle) {
    const by = Math.round(angle - Number(await mark(page).getAttribute('aria-valuenow')));
    const [large, small] = by > 0 ? ['PageUp', 'ArrowRight'] : ['PageDown', 'ArrowLeft'];
    for (let i = 0; i < Math.floor(Math.abs(by) / 15); i++) await mark(page).press(large);
    for (let i = 0; i < Math.abs(by) % 15; i++) await mark(page).press(small);
  },
  press: (button) => button.press('Space'),
  async slide(slider, share) {
    const [min, max, step] = await slider.evaluate((input: HTMLInputElement) =>
      [input.min, input.max, input.step].map(Number),
    );
    await slider.press(share < 1 ? 'Home' : 'End');
    const steps = share < 1 ? (share * ((max ?? 0) - (min ?? 0))) / (step ?? 1) : 0;
    for (let i = 0; i < Math.round(steps); i++) await slider.press('ArrowRight');
  },
  async choose(list, option) {
    const options = await list.locator('option').allTextContents();
    const now = await list.evaluate((select: HTMLSelectElement) => select.selectedIndex);
    const by = options.findIndex((text) => text.trim() === option) - now;
    for (let i = 0; i < Math.abs(by); i++) await list.press(by > 0 ? 'ArrowDown' : 'ArrowUp');
  },
};

/** What each lesson asks for. */
export const DEEDS: readonly ((page: Page, hand: Hand) => Promise<void>)[] = [
  (page, hand) => hand.turn(page, 15),
  (page, hand) => hand.press(page.getByRole('button', { name: 'Temperature τ 0.05' })),
  async (page, hand) => {
    await hand.turn(page, 60);
    await hand.press(page.getByRole('button', { name: 'This is my guess' }));
    await hand.turn(page, 108);
  },
  (page, hand) => hand.choose(page.getByRole('combobox', { name: 'Negative' }), 'close to the answer'),
  (page, hand) => hand.slide(page.getByRole('slider', { name: 'Cosine of positive and negative' }), 0),
  (page, hand) => hand.turn(page, -25),
  async (page, hand) => {
    for (let i = 0; i < 12; i++) await hand.press(page.getByRole('button', { name: 'Add a pair' }));
    await hand.slide(page.getByRole('slider', { name: 'Spread of the residuals' }), 1);
  },
  async (page, hand) => {
    await hand.press(page.getByRole('button', { name: 'Play', exact: true }));
    await hand.slide(page.getByRole('slider', { name: 'False negatives' }), 0.4);
  },
  (page, hand) => hand.slide(page.getByRole('slider', { name: 'Share mixed in' }), 0.45),
  async (page, hand) => {
    for (const choice of await page.getByRole('button', { name: /^Gates / }).all()) await hand.press(choice);
  },
];
