/** One colour a source, everywhere: the classes c1 … c8 and the custom properties --c1 … --c8 of styles/tokens.css. */

export const PALETTE_SIZE = 8;

/** The light theme of styles/tokens.css, for pictures that stand alone. */
export const LIGHT = {
  bg: '#fbfaf7',
  ink: '#1d2126',
  muted: '#5a616a',
  line: '#e2dfd7',
  axis: '#b5b1a6',
  band: '#e4e0d5',
  warn: '#b4410e',
  sources: ['#117a6b', '#7340cf', '#4a5500', '#8c1c60', '#0f5a82', '#78550f', '#3f7a2a', '#9a4a9e'],
} as const;

/** The colour of a 0-based place in the palette in the light theme. */
export function lightColour(colour: number): string {
  return LIGHT.sources[colour % PALETTE_SIZE] as string;
}

/** The class that carries the colour of a 0-based place in the palette. */
export function colourClass(colour: number): string {
  return `c${(colour % PALETTE_SIZE) + 1}`;
}

/** The colour as a CSS value, for charts. */
export function colourValue(colour: number): string {
  return `var(--c${(colour % PALETTE_SIZE) + 1})`;
}

/** The lowest place that none of the given sources has; past the eighth the colours come round again. */
export function freeColour(taken: readonly number[]): number {
  for (let colour = 0; colour < PALETTE_SIZE; colour++) if (!taken.includes(colour)) return colour;
  return taken.length % PALETTE_SIZE;
}
