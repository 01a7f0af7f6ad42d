import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { PALETTE_SIZE } from '../../src/ui/palette';

const css = readFileSync(new URL('../../src/ui/styles/tokens.css', import.meta.url), 'utf8');

/** The colours of the light theme and of the dark one. */
const themes = [2, 3].map(
  (at) =>
    new Map(
      [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map((each) => [each[1], each[at]]),
    ),
);

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('colours of the sources', () => {
  it.each([0, 1])(
    'can be read as text on the page, and differ from each other and from the flags, theme %i',
    (theme) => {
      const tokens = themes[theme] as Map<string, string>;
      const background = tokens.get('bg') as string;
      const colours = Array.from({ length: PALETTE_SIZE }, (_, i) => tokens.get(`c${i + 1}`) as string);
      for (const colour of colours) expect(contrast(colour, background)).toBeGreaterThan(4.5);
      expect(new Set([...colours, tokens.get('warn')]).size).toBe(PALETTE_SIZE + 1);
    },
  );

  it.each([0, 1])('text in every role stands out 4.5 to 1, theme %i', (theme) => {
    const tokens = themes[theme] as Map<string, string>;
    const pairs = [
      ['ink', 'bg'],
      ['ink', 'raised'],
      ['muted', 'bg'],
      ['muted', 'raised'],
      ['accent', 'bg'],
      ['on-accent', 'accent'],
      ['warn', 'bg'],
      ['ok', 'bg'],
    ] as const;
    for (const [text, ground] of pairs) {
      const value = contrast(tokens.get(text) as string, tokens.get(ground) as string);
      expect(value, `${text} on ${ground}`).toBeGreaterThan(4.5);
    }
  });
});
