/**
 * The picture of all pairs in the plane of m and l: a soft dot each. Where dots overlap their colours mix and opacity
 * grows with their number, so that single pairs show and crowds do not run together.
 */

import { clampToUnit } from '../scoring/clamp';

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
  /** Pixel of every row. Rows outside the shape have none. */
  private readonly pixels: Int32Array;
  private readonly gathered: Float32Array;
  private readonly spreadOut: Float32Array;

  constructor(
    private readonly shape: PlaneShape,
    margin: Float64Array,
    locality: Float64Array,
  ) {
    const { width, height, m, l } = shape;
    this.gathered = new Float32Array(width * height * GATHERED);
    this.spreadOut = new Float32Array(width * height * GATHERED);
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
    this.gather(style.colours, isDrawn, sourceOf);
    this.spread(discOf(style.radius));
    return colourOf(this.spreadOut, new Uint8ClampedArray(width * height * 4), style.opacity);
  }

  /** Counts the rows on each pixel, and adds up their colours. */
  private gather(
    colours: readonly number[],
    isDrawn: (row: number) => boolean,
    sourceOf: (row: number) => number,
  ): void {
    const { pixels, gathered } = this;
    gathered.fill(0);
    for (let row = 0; row < pixels.length; row++) {
      const pixel = pixels[row];
      if (pixel < 0 || !isDrawn(row)) continue;
      const at = pixel * GATHERED;
      const colour = 3 * sourceOf(row);
      gathered[at]++;
      gathered[at + 1] += colours[colour];
      gathered[at + 2] += colours[colour + 1];
      gathered[at + 3] += colours[colour + 2];
    }
  }

  /** Spreads what each pixel gathered over a disc. */
  private spread(disc: readonly DiscPixel[]): void {
    const { width, height } = this.shape;
    const { gathered, spreadOut } = this;
    spreadOut.fill(0);
    for (let y0 = 0; y0 < height; y0++) {
      for (let x0 = 0; x0 < width; x0++) {
        const from = (y0 * width + x0) * GATHERED;
        if (gathered[from] === 0) continue;
        for (const { dx, dy, share } of disc) {
          const [x, y] = [x0 + dx, y0 + dy];
          if (x < 0 || x >= width || y < 0 || y >= height) continue;
          const to = (y * width + x) * GATHERED;
          for (let k = 0; k < GATHERED; k++) spreadOut[to + k] += share * gathered[from + k];
        }
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
      const share = clampToUnit(radius + 0.5 - Math.hypot(dx, dy));
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
