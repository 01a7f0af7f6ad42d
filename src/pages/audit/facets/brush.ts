/** A brush over an axis: from pointer positions to a range of values. */

import type { HistoryStep } from '../../../app/router.svelte';
import type { FigureRange } from '../../../crossfilter/cross-filter';
import { clampToUnit } from '../../../scoring/clamp';

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
  axis: readonly [number, number],
  decimals: number,
): number {
  const share = clampToUnit((x - box.left) / box.width);
  return Number((axis[0] + share * (axis[1] - axis[0])).toFixed(decimals));
}

/** The range between two values, open at the ends of the axis; null if it is empty. */
export function rangeBetween(a: number, b: number, axis: readonly [number, number]): FigureRange | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low === high) return null;
  const range = { from: low <= axis[0] ? null : low, to: high >= axis[1] ? null : high };
  return range.from === null && range.to === null ? null : range;
}

/** A twentieth of an axis for each press of an arrow. */
const STEPS = 20;

/**
 * A range moved along its axis by so many steps, or with its far end alone; kept on the axis. Where none is chosen, the
 * middle half of the axis.
 */
export function steppedRange(
  range: FigureRange | null,
  steps: number,
  axis: readonly [number, number],
  farEnd: boolean,
  decimals: number,
): FigureRange {
  const [low, high] = axis;
  const span = high - low;
  const [from, to] = range ? [range.from ?? low, range.to ?? high] : [low + span / 4, high - span / 4];
  const step = range ? (steps * span) / STEPS : 0;
  const moved = Math.min(high - to, Math.max(farEnd ? from + span / STEPS - to : low - from, step));
  const ends = [farEnd ? from : from + moved, to + moved] as const;
  const [first, last] = ends.map((end) => Number(end.toFixed(decimals))) as [number, number];
  return { from: first <= low ? null : first, to: last >= high ? null : last };
}

/** The number in a field: null if the field is empty, undefined if it is no number. */
export function fieldValue(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.').replace('−', '-'));
  return Number.isFinite(value) ? value : undefined;
}
