/** The ten lessons, done by mouse, by touch or by keyboard. */

import { expect, type Locator, type Page } from '@playwright/test';

import { idsIn, namesOf } from '../../src/pages/learn/lesson';
import { lessonOf } from '../../src/pages/learn/parameters';

export interface Hand {
  press(button: Locator): Promise<void>;
  /** Moves a slider to a value. */
  slide(slider: Locator, value: number): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

/** Least, most, step and width of a slider. */
const range = (slider: Locator) =>
  slider.evaluate(({ min, max, step, clientWidth }: HTMLInputElement) => {
    return { least: Number(min), most: Number(max), step: Number(step), width: clientWidth };
  });

const pointing = (by: 'click' | 'tap'): Hand => ({
  press: (button) => button[by](),
  async slide(slider, value) {
    const { least, most, width } = await range(slider);
    await slider[by]({ position: { x: 8 + ((width - 16) * (value - least)) / (most - least), y: 12 } });
  },
  write: (field, text) => field.fill(text),
});

export const MOUSE = pointing('click');

/** In a context that has touch. */
export const TOUCH = pointing('tap');

export const KEYS: Hand = {
  press: (button) => button.press('Space'),
  async slide(slider, value) {
    const { least, step } = await range(slider);
    await slider.press('Home');
    for (let i = 0; i < Math.round((value - least) / step); i++) await slider.press('ArrowRight');
  },
  write: (field, text) => field.pressSequentially(text),
};

export const choice = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Buttons whose names begin so: on the card first, then in the picture. */
const named = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

/** What is pressed in the pictures that name their things otherwise than the lesson does. */
const PICTURED: Readonly<Record<number, (id: string) => string>> = {
  4: (training) => `Drop training ${training} of 6`,
  8: () => 'Contriever, LLM:',
};

export async function predict(page: Page, lesson: number, hand: Hand): Promise<void> {
  const { right, choices } = lessonOf(lesson);
  for (const id of right) await hand.press(named(page, namesOf([id], choices)).first());
}

/** Predicts and does the task of the open lesson. Where the page's clock is installed, the time for reading goes by at once. */
export async function doLesson(page: Page, lesson: number, hand: Hand): Promise<void> {
  const { right, choices, solved, taps, isOwnText } = lessonOf(lesson);
  const done = page.locator('[data-done]');
  await expect(done).toHaveAttribute('data-done', 'false');
  await predict(page, lesson, hand);
  // Lesson 3 has its buttons once it has trained.
  if (lesson === 3) await expect(page.getByRole('group', { name: /taught nothing/ })).toBeVisible();
  if (taps) {
    for (const id of idsIn(solved))
      await hand.press(named(page, PICTURED[lesson]?.(id) ?? namesOf([id], taps)).last());
  } else if (isOwnText) await hand.write(page.getByRole('textbox'), solved);
  else if (right.length > 0) await hand.slide(page.getByRole('slider'), Number(solved.split('.').at(-1)));
  else {
    for (const id of idsIn(solved)) {
      const button = choice(page, namesOf([id], choices));
      await page.clock.fastForward(2000);
      await expect(button).toHaveAttribute('aria-disabled', 'false');
      await hand.press(button);
      const next = choice(page, 'Next pair');
      if (await next.isVisible()) await hand.press(next);
    }
  }
  if (right.length > 0) await hand.press(choice(page, 'Check'));
  await expect(done, `lesson ${lesson}`).toHaveAttribute('data-done', 'true');
}
