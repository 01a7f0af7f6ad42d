/** Î of two dimensions as an ellipse: the image of the unit circle under I + Î. */

/** Half axes and direction of an ellipse about the origin. */
export interface Ellipse {
  /** 1 + λ_max. */
  readonly major: number;
  /** 1 + λ_min. */
  readonly minor: number;
  /** Direction of the longer half axis in radians, of (−π/2, π/2]. */
  readonly angle: number;
}

/**
 * The ellipse of I + Î. Its area over that of the unit circle is det(I + Î), so the logarithm of that ratio
 * is the score.
 * @param information Î, 2×2, row-major, symmetric, positive semidefinite
 */
export function informationEllipse(information: Float64Array): Ellipse {
  const [xx = 0, xy = 0, , yy = 0] = information;
  const middle = (xx + yy) / 2;
  const reach = Math.hypot((xx - yy) / 2, xy);
  return {
    major: 1 + (middle + reach),
    minor: 1 + Math.max(0, middle - reach),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}
