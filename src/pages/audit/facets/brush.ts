/** A histogram and the brush over its axis: from pointer positions to a range of values. */

import type { HistoryStep } from '../../../app/router.svelte';
import type { FigureRange } from '../../../crossfilter/cross-filter';
import { clampToUnit } from '../../../scoring/means';
import type { Axis } from '../../../ui/charts/axis';

type Ends = Pick<Axis, 'from' | 'to'>;
type OnPointer = (event: PointerEvent & { currentTarget: SVGElement }) => void;

/**
 * Listeners of a brushed chart: a drag chooses what lies between its ends, a press without a drag clears the choice.
 * @param placeAt the values under the pointer
 * @param choose returns false if nothing lies between two places
 */
export function brush<Place>(
  placeAt: (event: PointerEvent, chart: SVGElement) => Place,
  choose: (from: Place, to: Place, step: HistoryStep) => boolean,
  clear: () => void,
): Record<'onpointerdown' | 'onpointermove' | 'onpointerup' | 'onpointercancel', OnPointer> {
  let drag: { readonly from: Place; moved: boolean } | null = null;
  const released = () => {
    if (drag && !drag.moved) clear();
    drag = null;
  };
  return {
    onpointerdown(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag = { from: placeAt(event, event.currentTarget), moved: false };
    },
    onpointermove(event) {
      if (drag === null) return;
      // Back leads to before the drag.
      const step = drag.moved ? 'replace' : 'push';
      if (choose(drag.from, placeAt(event, event.currentTarget), step)) drag.moved = true;
    },
    onpointerup: released,
    onpointercancel: released,
  };
}

/** The rounded value under the pointer, on an axis from the left to the right edge of an element. */
export function valueAt(
  x: number,
  box: Pick<DOMRect, 'left' | 'width'>,
  { from, to }: Ends,
  decimals: number,
): number {
  const share = clampToUnit((x - box.left) / box.width);
  return Number((from + share * (to - from)).toFixed(decimals));
}

/** The range between two values, open at the ends of the axis; null if it is empty. */
export function rangeBetween(a: number, b: number, { from, to }: Ends): FigureRange | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low === high) return null;
  const range = { from: low <= from ? null : low, to: high >= to ? null : high };
  return range.from === null && range.to === null ? null : range;
}

/** The number in a field: null if the field is empty, undefined if it is no number. */
export function fieldValue(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.').replace('−', '-'));
  return Number.isFinite(value) ? value : undefined;
}

/** Bars in a square of 100, one beside the other. @param all the tallest of these is 100 high */
export function barsPath(counts: readonly number[], all: readonly number[]): string {
  const tallest = Math.max(1, ...all);
  const step = 100 / counts.length;
  return counts
    .map((count, i) =>
      count === 0 ? '' : `M${i * step} 100v${-Math.max(2, (100 * count) / tallest)}h${0.8 * step}V100z`,
    )
    .join('');
}
