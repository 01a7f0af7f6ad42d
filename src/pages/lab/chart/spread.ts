/** Places labels at the ends of lines without overlaps. */

/**
 * Heights for labels, each as near to its own as the others allow.
 * @param wanted heights, top down in pixels
 * @param gap least distance between two labels
 * @param bottom the lowest height allowed
 * @returns heights in the order given
 */
export function spreadLabels(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_y, i) => i).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const heights = order.map((i) => wanted[i] as number);
  for (let i = 1; i < heights.length; i++) {
    heights[i] = Math.max(heights[i] as number, (heights[i - 1] as number) + gap);
  }
  const excess = (heights.at(-1) ?? 0) - bottom;
  if (excess > 0) {
    heights[heights.length - 1] = bottom;
    for (let i = heights.length - 2; i >= 0; i--) {
      heights[i] = Math.min(heights[i] as number, (heights[i + 1] as number) - gap);
    }
  }
  const placed = new Array<number>(wanted.length).fill(0);
  order.forEach((source, place) => {
    placed[source] = heights[place] as number;
  });
  return placed;
}
