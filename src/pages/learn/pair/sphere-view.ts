/** The view of the sphere: turned around its axis, a little from above, without perspective. */

import { DEGREE, POSITIVE_ANGLE } from './pair-figures';
import { STAGE, type ScreenPoint } from '../plane-view';

export const SPHERE_RADIUS = 230;

/** Degrees by which the view is from above. */
const TILT = 18;

const [TILT_COS, TILT_SIN] = [Math.cos(TILT * DEGREE), Math.sin(TILT * DEGREE)];

export interface SeenPoint extends ScreenPoint {
  /** Above 0 on the visible side. */
  readonly depth: number;
}

/** The view with the sphere turned by an angle in degrees; at 0 the middle of query and positive is in front. */
export class SphereView {
  private readonly cos: number;
  private readonly sin: number;

  constructor(turn: number) {
    const front = (turn + POSITIVE_ANGLE / 2) * DEGREE;
    this.cos = Math.cos(front);
    this.sin = Math.sin(front);
  }

  /** A unit vector on the screen. */
  see(point: Float64Array): SeenPoint {
    const [px = 0, py = 0, pz = 0] = point;
    const towards = px * this.cos + py * this.sin;
    const right = py * this.cos - px * this.sin;
    const up = pz * TILT_COS - towards * TILT_SIN;
    const depth = towards * TILT_COS + pz * TILT_SIN;
    return { x: STAGE.x + SPHERE_RADIUS * right, y: STAGE.y - SPHERE_RADIUS * up, depth };
  }

  /** Longitude and latitude of the visible point at, or nearest to, a place on the screen. */
  at({ x, y }: ScreenPoint): { longitude: number; latitude: number } {
    const right = (x - STAGE.x) / SPHERE_RADIUS;
    const up = (STAGE.y - y) / SPHERE_RADIUS;
    const reach = Math.max(1, Math.hypot(right, up));
    const [sx, sy] = [right / reach, up / reach];
    const depth = Math.sqrt(Math.max(0, 1 - sx * sx - sy * sy));
    const height = sy * TILT_COS + depth * TILT_SIN;
    const towards = depth * TILT_COS - sy * TILT_SIN;
    const px = towards * this.cos - sx * this.sin;
    const py = towards * this.sin + sx * this.cos;
    return { longitude: Math.atan2(py, px) / DEGREE, latitude: Math.asin(height) / DEGREE };
  }
}
