/**
 * The picture of pairs in the plane of m and l: a cell of a few pixels is the more opaque the more pairs lie in it, in the mean of
 * their colours, so that single pairs show and crowds do not run together.
 */

/** How the plane is drawn: the cells of the picture, the part of the plane that they show, and their colours. */
export interface PlaneRequest {
  readonly width: number;
  readonly height: number;
  /** m at the left and right edge. */
  readonly m: readonly [number, number];
  /** l at the lower and upper edge. */
  readonly l: readonly [number, number];
  /** Opacity of a single pair, 0 to 1. */
  readonly opacity: number;
  /** Red, green, blue, 0 to 255, one after the other, of each source and of pairs in several. */
  readonly colours: readonly number[];
}

/** RGBA of the cells, row by row from the top. */
export type Picture = Uint8ClampedArray<ArrayBuffer>;

/** Numbers that a cell gathers: red, green and blue of its pairs, and how many they are. */
const GATHERED = 4;

/**
 * Pairs outside the shape are left out.
 * @param isDrawn whether a row is drawn
 * @param sourceOf place of a row's source in the colours
 */
export function paintPlane(
  { width, height, m, l, opacity, colours }: PlaneRequest,
  { margin, locality }: { readonly margin: Float64Array; readonly locality: Float64Array },
  isDrawn: (row: number) => boolean,
  sourceOf: (row: number) => number,
): Picture {
  const gathered = new Float64Array(width * height * GATHERED);
  for (let row = 0; row < margin.length; row++) {
    const x = Math.floor(((margin[row] - m[0]) / (m[1] - m[0])) * width);
    const y = Math.floor(((l[1] - locality[row]) / (l[1] - l[0])) * height);
    if (x < 0 || x >= width || y < 0 || y >= height || !isDrawn(row)) continue;
    const cell = (y * width + x) * GATHERED;
    for (let k = 0; k < 3; k++) gathered[cell + k] += colours[3 * sourceOf(row) + k];
    gathered[cell + 3]++;
  }
  const picture = new Uint8ClampedArray(gathered.length);
  for (let cell = 0; cell < picture.length; cell += GATHERED) {
    const pairs = gathered[cell + 3];
    if (pairs === 0) continue;
    for (let k = 0; k < 3; k++) picture[cell + k] = gathered[cell + k] / pairs;
    // n pairs of opacity a leave (1 − a)ⁿ of the ground in sight.
    picture[cell + 3] = 255 * (1 - (1 - opacity) ** pairs);
  }
  return picture;
}
