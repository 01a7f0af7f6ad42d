/** The ten lessons, done by mouse, by touch or by keyboard. */

import { expect, type Locator, type Page } from '@playwright/test';

/** A way of using the page. */
export interface Hand {
  press(button: Locator): Promise<void>;
  /** Moves a slider to a value. */
  slide(slider: Locator, value: number): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

/** Least, most and step of a slider. */
async function range(slider: Locator): Promise<readonly [number, number, number]> {
  return slider.evaluate((input: HTMLInputElement) => [
    Number(input.min),
    Number(input.max),
    Number(input.step),
  ]);
}

/** Where a value of a slider is on it. */
async function alongSlider(slider: Locator, value: number): Promise<{ position: { x: number; y: number } }> {
  const box = await slider.boundingBox();
  if (!box) throw new Error('There is no slider.');
  const [least, most] = await range(slider);
  return { position: { x: 8 + ((box.width - 16) * (value - least)) / (most - least), y: box.height / 2 } };
}

const pointing = (by: 'click' | 'tap'): Hand => ({
  press: (button) => button[by](),
  slide: async (slider, value) => slider[by](await alongSlider(slider, value)),
  write: (field, text) => field.fill(text),
});

export const MOUSE = pointing('click');

/** In a context that has touch. */
export const TOUCH = pointing('tap');

export const KEYS: Hand = {
  press: (button) => button.press('Space'),
  async slide(slider, value) {
    const [least, , step] = await range(slider);
    await slider.press('Home');
    for (let i = 0; i < Math.round((value - least) / step); i++) await slider.press('ArrowRight');
  },
  write: (field, text) => field.pressSequentially(text),
};

export const choice = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Buttons whose names begin so: on the card first, then in the picture. */
const named = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

interface Deed {
  /** What is pressed for the prediction, in its order. */
  readonly predict: readonly string[];
  /** What is pressed in the picture for the task. */
  readonly press?: readonly string[];
  readonly slide?: readonly [name: string, value: number];
  readonly write?: string;
  readonly judge?: readonly string[];
}

/** What each lesson asks for. */
export const DEEDS: readonly Deed[] = [
  {
    predict: ['Subduction zones', 'Granite', 'Mars volcanoes'],
    press: ['Subduction zones', 'The Earth’s mantle', 'Mars volcanoes', 'Saturn’s rings'],
  },
  { predict: ['0 %'], slide: ['Lead of the answer', 0] },
  { predict: ['Neighbours', 'Random', 'Half answers', 'Answers only'], press: ['Answers only'] },
  { predict: ['1 %'], press: [1, 2, 3, 4, 6].map((training) => `Drop training ${training} of 6`) },
  {
    predict: ['near 1'],
    press: ['Subduction zones', 'The Earth’s mantle', 'Mars volcanoes', 'Unlabelled answer'],
  },
  { predict: ['near 0'], press: ['Saturn’s rings'] },
  { predict: ['0.2'], write: 'What kind of rock lies beneath the oceans of Mars? Nearly all.' },
  { predict: ['Dense'], press: ['Contriever, LLM:'] },
  { predict: ['it is flagged'], slide: ['Random in the mix', 35] },
  { predict: [], judge: ['It does not', 'It answers', 'It answers', 'It does not', 'It does not'] },
];

export async function predict(page: Page, lesson: number, hand: Hand): Promise<void> {
  for (const name of DEEDS[lesson - 1]?.predict ?? []) await hand.press(named(page, name).first());
}

/** Predicts and does the task of the open lesson. Where the page's clock is installed, the time for reading goes by at once. */
export async function doLesson(page: Page, lesson: number, hand: Hand): Promise<void> {
  const done = page.locator('[data-done]');
  await expect(done).toHaveAttribute('data-done', 'false');
  await predict(page, lesson, hand);
  const { press = [], slide, write, judge = [] } = DEEDS[lesson - 1] ?? {};
  // Lesson 3 has its buttons once it has trained.
  if (lesson === 3) await expect(page.getByRole('group', { name: /taught nothing/ })).toBeVisible();
  for (const name of press) await hand.press(named(page, name).last());
  if (slide) await hand.slide(page.getByRole('slider', { name: slide[0] }), slide[1]);
  if (write !== undefined) await hand.write(page.getByRole('textbox'), write);
  for (const verdict of judge) {
    const button = choice(page, verdict);
    await page.clock.fastForward(2000);
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await hand.press(button);
    const next = choice(page, 'Next pair');
    if (await next.isVisible()) await hand.press(next);
  }
  if (judge.length === 0) await hand.press(choice(page, 'Check'));
  await expect(done, `lesson ${lesson}`).toHaveAttribute('data-done', 'true');
}
