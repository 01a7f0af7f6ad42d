/** One colour a source, everywhere: the custom properties --c1 … --c8 of styles/tokens.css. What is drawn of a source takes it from --source. */

export const PALETTE_SIZE = 8;

/** The colour of a 0-based place in the palette, as a CSS value. */
export function colourValue(colour: number): string {
  return `var(--c${(colour % PALETTE_SIZE) + 1})`;
}

/** The first place that no source has; after the eighth the colours repeat. */
export function freeColour(taken: readonly number[]): number {
  for (let colour = 0; colour < PALETTE_SIZE; colour++) if (!taken.includes(colour)) return colour;
  return taken.length % PALETTE_SIZE;
}
