/**
 * The picture of all pairs in the plane of m and l: a soft dot each, whose colours mix where dots overlap and whose
 * opacity grows with how many lie there, so that single pairs show and crowds do not run together.
 */

/** A picture in device pixels, and the part of the plane that it shows. */
export interface PlaneShape {
  readonly width: number;
  readonly height: number;
  /** m at the left and right edge. */
  readonly m: readonly [number, number];
  /** l at the lower and upper edge. */
  readonly l: readonly [number, number];
}

/** How the dots of some rows are drawn. */
export interface DotStyle {
  /** In device pixels. */
  readonly radius: number;
  /** Opacity of a single dot, 0 to 1. */
  readonly opacity: number;
  /** Red, green, blue of each source, 0 to 255, one after the other. */
  readonly colours: readonly number[];
}

/** RGBA, row by row from the top. */
export type Picture = Uint8ClampedArray<ArrayBuffer>;

/** Numbers that a pixel gathers: how many dots cover it, and the sums of their red, green and blue. */
const GATHERED = 4;

export class Plane {
  /** Pixel of every row; those outside the shape have none. */
  private readonly pixels: Int32Array;
  private readonly gathered: Float32Array;

  constructor(
    private readonly shape: PlaneShape,
    margin: Float64Array,
    locality: Float64Array,
  ) {
    const { width, height, m, l } = shape;
    this.gathered = new Float32Array(width * height * GATHERED);
    this.pixels = new Int32Array(margin.length);
    for (let row = 0; row < margin.length; row++) {
      const x = Math.floor(((margin[row] - m[0]) / (m[1] - m[0])) * width);
      const y = Math.floor(((l[1] - locality[row]) / (l[1] - l[0])) * height);
      const inside = x >= 0 && x < width && y >= 0 && y < height;
      this.pixels[row] = inside ? y * width + x : -1;
    }
  }

  /** Draws the rows for which `isDrawn` holds. @param sourceOf place of a row's source in the colours */
  paint(style: DotStyle, isDrawn: (row: number) => boolean, sourceOf: (row: number) => number): Picture {
    const { width, height } = this.shape;
    const counts = this.countBySource(style, isDrawn, sourceOf);
    this.gathered.fill(0);
    const disc = discOf(style.radius);
    counts.forEach((count, source) => {
      const colour = style.colours.slice(3 * source, 3 * source + 3);
      this.stamp(count, disc, colour);
    });
    return colourOf(this.gathered, new Uint8ClampedArray(width * height * 4), style.opacity);
  }

  /** How many rows of each source lie on each pixel. */
  private countBySource(
    { colours }: DotStyle,
    isDrawn: (row: number) => boolean,
    sourceOf: (row: number) => number,
  ): Map<number, number>[] {
    const counts = Array.from({ length: colours.length / 3 }, () => new Map<number, number>());
    for (let row = 0; row < this.pixels.length; row++) {
      const pixel = this.pixels[row];
      if (pixel < 0 || !isDrawn(row)) continue;
      const own = counts[sourceOf(row)];
      own.set(pixel, (own.get(pixel) ?? 0) + 1);
    }
    return counts;
  }

  /** Adds a disc around every pixel with rows, as often as there are rows. */
  private stamp(counts: Map<number, number>, disc: readonly DiscPixel[], colour: readonly number[]): void {
    const { width, height } = this.shape;
    const [red, green, blue] = colour;
    for (const [pixel, count] of counts) {
      const x0 = pixel % width;
      const y0 = (pixel - x0) / width;
      for (const { dx, dy, share } of disc) {
        const [x, y] = [x0 + dx, y0 + dy];
        if (x < 0 || x >= width || y < 0 || y >= height) continue;
        const at = (y * width + x) * GATHERED;
        const weight = count * share;
        this.gathered[at] += weight;
        this.gathered[at + 1] += weight * red;
        this.gathered[at + 2] += weight * green;
        this.gathered[at + 3] += weight * blue;
      }
    }
  }
}

interface DiscPixel {
  readonly dx: number;
  readonly dy: number;
  /** Share of the pixel that the disc covers, about. */
  readonly share: number;
}

/** The pixels of a disc around the middle of one. */
function discOf(radius: number): DiscPixel[] {
  const reach = Math.ceil(radius);
  const disc: DiscPixel[] = [];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const share = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
      if (share > 0) disc.push({ dx, dy, share });
    }
  }
  return disc;
}

/** n dots of opacity a leave 1 − (1 − a)ⁿ of the ground hidden; their colour is the mean of theirs. */
function colourOf(gathered: Float32Array, picture: Picture, opacity: number): Picture {
  const clear = Math.log(1 - Math.min(opacity, 0.999));
  for (let pixel = 0; pixel < picture.length / 4; pixel++) {
    const dots = gathered[pixel * GATHERED];
    if (dots === 0) continue;
    const at = pixel * 4;
    for (let k = 0; k < 3; k++) picture[at + k] = gathered[pixel * GATHERED + 1 + k] / dots;
    picture[at + 3] = 255 * (1 - Math.exp(clear * dots));
  }
  return picture;
}
