/** A brush over an axis: from a place under the pointer to a range of values. */

import type { HistoryStep } from '../../../app/router.svelte';
import type { FigureRange } from '../../../crossfilter/cross-filter';
import { clampToUnit } from '../../../scoring/clamp';

type OnPointer = (event: PointerEvent & { currentTarget: SVGElement }) => void;

/**
 * Listeners of a chart that is brushed: a drag chooses what lies between its ends, a press without one clears the choice.
 * @param placeAt what lies under the pointer
 * @param choose returns false where nothing lies between two places
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
      // One step back leads to before the drag.
      const step = drag.moved ? 'replace' : 'push';
      if (choose(drag.from, placeAt(event, event.currentTarget), step)) drag.moved = true;
    },
    onpointerup: released,
    onpointercancel: released,
  };
}

/** Value under the pointer, on an axis that spans an element from left to right, rounded. */
export function valueAt(
  x: number,
  box: Pick<DOMRect, 'left' | 'width'>,
  axis: readonly [number, number],
  decimals: number,
): number {
  const share = clampToUnit((x - box.left) / box.width);
  return Number((axis[0] + share * (axis[1] - axis[0])).toFixed(decimals));
}

/** The range between two values, open where it reaches the end of the axis; null where it holds nothing. */
export function rangeBetween(a: number, b: number, axis: readonly [number, number]): FigureRange | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low === high) return null;
  const range = { from: low <= axis[0] ? null : low, to: high >= axis[1] ? null : high };
  return range.from === null && range.to === null ? null : range;
}

/** What a field of a range says: a number, or null where it is empty; undefined where it is no number. */
export function fieldValue(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.').replace('−', '-'));
  return Number.isFinite(value) ? value : undefined;
}
