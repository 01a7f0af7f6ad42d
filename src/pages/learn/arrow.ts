/** Arrows as paths without markers, which a copied picture would lose. */

import type { ScreenPoint } from './plane-view';

export interface ArrowEnds {
  readonly from: ScreenPoint;
  readonly to: ScreenPoint;
}

export interface ArrowPaths {
  /** Shafts, to be stroked. */
  readonly shafts: string;
  /** Heads, to be filled. */
  readonly heads: string;
}

/**
 * The paths of some arrows together; arrows too short for a head are left out.
 * @param width of the shafts, in the units of the picture
 * @param short gap left before the end of each
 */
export function arrowPaths(arrows: readonly ArrowEnds[], width: number, short: number): ArrowPaths {
  let shafts = '';
  let heads = '';
  for (const { from, to } of arrows) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const head = Math.min(4 * width, length - short);
    if (head < 1) continue;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const tip = { x: to.x - short * dx, y: to.y - short * dy };
    const base = { x: tip.x - head * dx, y: tip.y - head * dy };
    const [sx, sy] = [(-dy * head) / 2, (dx * head) / 2];
    shafts += `M${at(from)}L${at(base)}`;
    heads += `M${at(tip)}L${at({ x: base.x + sx, y: base.y + sy })}L${at({ x: base.x - sx, y: base.y - sy })}Z`;
  }
  return { shafts, heads };
}

/** Points as one path, to be stroked with round caps. */
export function dotPath(points: readonly ScreenPoint[]): string {
  return points.map((point) => `M${at(point)}h0`).join('');
}

function at({ x, y }: ScreenPoint): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
