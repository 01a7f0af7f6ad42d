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

const fill = (field: Locator, text: string) => field.fill(text);

export const MOUSE: Hand = {
  press: (button) => button.click(),
  slide: async (slider, value) => slider.click(await alongSlider(slider, value)),
  write: fill,
};

/** In a context that has touch. */
export const TOUCH: Hand = {
  press: (button) => button.tap(),
  slide: async (slider, value) => slider.tap(await alongSlider(slider, value)),
  write: fill,
};

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

const passage = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

/** The prediction of each lesson: what is pressed, in its order. */
export const PREDICTIONS: readonly (readonly string[])[] = [
  ['Subduction zones', 'Granite', 'Mars volcanoes'],
  ['0 %'],
  ['Neighbours', 'Random', 'Half answers', 'Answers only'],
  ['1 %'],
  ['near 1'],
  ['near 0'],
  ['0.2'],
  ['Dense'],
  ['it is flagged'],
  [],
];

export async function predict(page: Page, lesson: number, hand: Hand): Promise<void> {
  for (const name of PREDICTIONS[lesson - 1] ?? []) {
    await hand.press(lesson === 1 ? passage(page, name) : choice(page, name).first());
  }
}

const tapAll = async (page: Page, hand: Hand, names: readonly string[]) => {
  for (const name of names) await hand.press(passage(page, name));
};

/** What each lesson asks for. */
export const DEEDS: readonly ((page: Page, hand: Hand) => Promise<void>)[] = [
  (page, hand) =>
    tapAll(page, hand, ['Subduction zones', 'The Earth’s mantle', 'Mars volcanoes', 'Saturn’s rings']),
  (page, hand) => hand.slide(page.getByRole('slider', { name: 'Lead of the answer' }), 0),
  (page, hand) =>
    hand.press(
      page.getByRole('group', { name: /taught nothing/ }).getByRole('button', { name: 'Answers only' }),
    ),
  async (page, hand) => {
    for (const training of [1, 2, 3, 4, 6]) {
      await hand.press(page.getByRole('button', { name: `Drop training ${training} of 6` }));
    }
  },
  (page, hand) =>
    tapAll(page, hand, ['Subduction zones', 'The Earth’s mantle', 'Mars volcanoes', 'Unlabelled answer']),
  (page, hand) => tapAll(page, hand, ['Saturn’s rings']),
  (page, hand) =>
    hand.write(page.getByRole('textbox'), 'What kind of rock lies beneath the oceans of Mars? Nearly all.'),
  (page, hand) => tapAll(page, hand, ['Contriever, LLM:']),
  (page, hand) => hand.slide(page.getByRole('slider', { name: 'Share of random passages' }), 35),
  async (page, hand) => {
    for (const verdict of ['It does not', 'It answers', 'It answers', 'It does not', 'It does not']) {
      const button = choice(page, verdict);
      await expect(button).toHaveAttribute('aria-disabled', 'false');
      await hand.press(button);
      const next = choice(page, 'Next pair');
      if (await next.isVisible()) await hand.press(next);
    }
  },
];

/** Predicts and does the task of the open lesson. */
export async function doLesson(page: Page, lesson: number, hand: Hand): Promise<void> {
  const done = page.locator('[data-done]');
  await expect(done).toHaveAttribute('data-done', 'false');
  await predict(page, lesson, hand);
  await DEEDS[lesson - 1]?.(page, hand);
  if (lesson < DEEDS.length) await hand.press(choice(page, 'Check'));
  await expect(done, `lesson ${lesson}`).toHaveAttribute('data-done', 'true');
}
