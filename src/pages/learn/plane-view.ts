/** The plane of the circle on the screen: the query at the top, angles clockwise. */

import { DEGREE, onCircle } from './pair/pair-figures';

export const STAGE = { width: 640, height: 548, x: 320, y: 274 } as const;

/** Radii of the circle of embeddings, the rings around it, and the labels. */
export const RADIUS = { circle: 200, inner: [212, 226], outer: [230, 250], label: 262 } as const;

/** Direction of the query on the screen, in degrees from the right, counter-clockwise. */
const QUERY_AT = 97;

const [COS, SIN] = [Math.cos(QUERY_AT * DEGREE), Math.sin(QUERY_AT * DEGREE)];

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A vector of the plane on the screen, `radius` pixels per unit, from a centre. */
export function onScreen(vector: Float64Array, radius: number, centre: ScreenPoint = STAGE): ScreenPoint {
  const [x = 0, y = 0] = vector;
  return { x: centre.x + radius * (x * COS + y * SIN), y: centre.y - radius * (x * SIN - y * COS) };
}

/** The angle from the query, in degrees of (−180, 180], of a point about the centre. */
export function angleAt(point: ScreenPoint): number {
  const fromRight = Math.atan2(STAGE.y - point.y, point.x - STAGE.x) / DEGREE;
  const angle = QUERY_AT - fromRight;
  return angle > 180 ? angle - 360 : angle;
}

/** A piece of a ring between two angles and two radii, as a path. */
export function ringPiece(from: number, to: number, [inner, outer]: readonly [number, number]): string {
  const corner = (angle: number, radius: number) => {
    const { x, y } = onScreen(onCircle(angle), radius);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    `M${corner(from, outer)}A${outer} ${outer} 0 0 1 ${corner(to, outer)}` +
    `L${corner(to, inner)}A${inner} ${inner} 0 0 0 ${corner(from, inner)}Z`
  );
}

/** The pointer's place in the units of an SVG of a known width. */
export function pointerIn(event: PointerEvent, box: DOMRect, width: number): ScreenPoint {
  const unit = width / box.width;
  return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
}
