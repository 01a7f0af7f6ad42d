/**
 * The large sums of make:encoder in float32 lanes of four: sparse rows, products of matrices, one step of contrastive
 * training. AssemblyScript, compiled when it is used. Every sum has one order, whatever the number of threads: a thread
 * makes whole rows, or whole columns of a table. Addresses are bytes, `width` and `stride` numbers a row.
 */

/** Rows and columns of a product that stay in registers. */
const TILE_ROWS = 4;
const TILE_COLUMNS = 8;

/** out[i] = Σ values[k] x[columns[k]] over the entries k of row i. `width` is a multiple of four. */
export function sparseRows(
  starts: usize,
  columns: usize,
  values: usize,
  x: usize,
  out: usize,
  width: i32,
  from: i32,
  to: i32,
): void {
  const rowBytes = <usize>width * 4;
  for (let i = from; i < to; i++) {
    const row = out + <usize>i * rowBytes;
    memory.fill(row, 0, rowBytes);
    const end = load<u32>(starts + <usize>(i + 1) * 4);
    for (let k = load<u32>(starts + <usize>i * 4); k < end; k++) {
      const factor = v128.load32_splat(values + <usize>k * 4);
      const other = x + <usize>load<u16>(columns + <usize>k * 2) * rowBytes;
      for (let at: usize = 0; at < rowBytes; at += 16) {
        v128.store(row + at, f32x4.add(v128.load(row + at), f32x4.mul(factor, v128.load(other + at))));
      }
    }
  }
}

/** Unit sums of the vectors of a text's tokens, and one over the sum's length. */
export function pool(
  tokens: usize,
  counts: usize,
  stride: i32,
  table: usize,
  width: i32,
  out: usize,
  inverseLengths: usize,
  from: i32,
  to: i32,
): void {
  const rowBytes = <usize>width * 4;
  for (let i = from; i < to; i++) {
    const row = out + <usize>i * rowBytes;
    memory.fill(row, 0, rowBytes);
    const count = load<i32>(counts + <usize>i * 4);
    for (let t = 0; t < count; t++) {
      const vector = table + <usize>load<u16>(tokens + <usize>(i * stride + t) * 2) * rowBytes;
      for (let at: usize = 0; at < rowBytes; at += 16) {
        v128.store(row + at, f32x4.add(v128.load(row + at), v128.load(vector + at)));
      }
    }
    const inverse: f32 = 1 / Mathf.sqrt(dot(row, row, rowBytes) + 1e-12);
    store<f32>(inverseLengths + <usize>i * 4, inverse);
    const factor = f32x4.splat(inverse);
    for (let at: usize = 0; at < rowBytes; at += 16) {
      v128.store(row + at, f32x4.mul(factor, v128.load(row + at)));
    }
  }
}

function dot(a: usize, b: usize, bytes: usize): f32 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(a + at), v128.load(b + at)));
  }
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))
  );
}

/**
 * c[i, j] = Σ a[i, k] b[k, j] for the rows `from` to `to`, both multiples of four.
 * @param aRow bytes from a row of a to the next; aStep, bStep: from one k to the next; bColumn, cRow likewise
 * @param steps how many k
 * @param columns how many j, a multiple of eight
 * @param scratch room for steps · (columns + 4) float32, of this thread alone
 */
export function multiply(
  a: usize,
  aRow: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  bColumn: usize,
  c: usize,
  cRow: usize,
  from: i32,
  to: i32,
  steps: i32,
  columns: i32,
  scratch: usize,
): void {
  // Strips of eight columns and of four rows, k after k: read in the order in which they lie.
  const stripBytes = <usize>steps * TILE_COLUMNS * 4;
  for (let j = 0; j < columns; j += TILE_COLUMNS) {
    pack(b + <usize>j * bColumn, bStep, bColumn, TILE_COLUMNS, steps, scratch + <usize>(j / TILE_COLUMNS) * stripBytes);
  }
  const rows = scratch + <usize>(columns / TILE_COLUMNS) * stripBytes;
  for (let i = from; i < to; i += TILE_ROWS) {
    pack(a + <usize>i * aRow, aStep, aRow, TILE_ROWS, steps, rows);
    for (let j = 0; j < columns; j += TILE_COLUMNS) {
      const strip = scratch + <usize>(j / TILE_COLUMNS) * stripBytes;
      multiplyTile(rows, strip, steps, c + <usize>i * cRow + <usize>j * 4, cRow);
    }
  }
}

function pack(source: usize, step: usize, lane: usize, lanes: i32, steps: i32, to: usize): void {
  for (let k = 0; k < steps; k++) {
    let from = source + <usize>k * step;
    for (let l = 0; l < lanes; l++) {
      store<f32>(to, load<f32>(from));
      from += lane;
      to += 4;
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function multiplyTile(rows: usize, strip: usize, steps: i32, c: usize, cRow: usize): void {
  let s00 = f32x4.splat(0), s01 = f32x4.splat(0);
  let s10 = f32x4.splat(0), s11 = f32x4.splat(0);
  let s20 = f32x4.splat(0), s21 = f32x4.splat(0);
  let s30 = f32x4.splat(0), s31 = f32x4.splat(0);
  const end = rows + <usize>steps * TILE_ROWS * 4;
  while (rows < end) {
    const b0 = v128.load(strip);
    const b1 = v128.load(strip, 16);
    const a0 = v128.load32_splat(rows);
    s00 = f32x4.add(s00, f32x4.mul(a0, b0));
    s01 = f32x4.add(s01, f32x4.mul(a0, b1));
    const a1 = v128.load32_splat(rows, 4);
    s10 = f32x4.add(s10, f32x4.mul(a1, b0));
    s11 = f32x4.add(s11, f32x4.mul(a1, b1));
    const a2 = v128.load32_splat(rows, 8);
    s20 = f32x4.add(s20, f32x4.mul(a2, b0));
    s21 = f32x4.add(s21, f32x4.mul(a2, b1));
    const a3 = v128.load32_splat(rows, 12);
    s30 = f32x4.add(s30, f32x4.mul(a3, b0));
    s31 = f32x4.add(s31, f32x4.mul(a3, b1));
    rows += 16;
    strip += 32;
  }
  v128.store(c, s00);
  v128.store(c, s01, 16);
  c += cRow;
  v128.store(c, s10);
  v128.store(c, s11, 16);
  c += cRow;
  v128.store(c, s20);
  v128.store(c, s21, 16);
  c += cRow;
  v128.store(c, s30);
  v128.store(c, s31, 16);
}

/** s = exp(scale (s − 1)) of a square of cosines, and the sums of its rows. */
export function exponentials(s: usize, size: i32, scale: f32, rowSums: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    let at = s + <usize>(i * size) * 4;
    let sum: f32 = 0;
    for (let j = 0; j < size; j++) {
      const value = Mathf.exp(scale * (load<f32>(at) - 1));
      store<f32>(at, value);
      sum += value;
      at += 4;
    }
    store<f32>(rowSums + <usize>i * 4, sum);
  }
}

/** Sums of the columns `from` to `to` of a square, both multiples of four. */
export function columnSums(s: usize, size: i32, sums: usize, from: i32, to: i32): void {
  memory.fill(sums + <usize>from * 4, 0, <usize>(to - from) * 4);
  for (let i = 0; i < size; i++) {
    const row = s + <usize>(i * size) * 4;
    for (let j = from; j < to; j += 4) {
      const sum = sums + <usize>j * 4;
      v128.store(sum, f32x4.add(v128.load(sum), v128.load(row + <usize>j * 4)));
    }
  }
}

/**
 * Of the exponentials e, the slope of the symmetric cross-entropy by each cosine:
 * scale/(2·size) · (e/row sum + e/column sum − 2 on the diagonal).
 */
export function slopes(
  s: usize,
  size: i32,
  scale: f32,
  rowSums: usize,
  columnSums: usize,
  from: i32,
  to: i32,
): void {
  const c: f32 = (0.5 * scale) / <f32>size;
  const factor = f32x4.splat(c);
  const one = f32x4.splat(1);
  for (let i = from; i < to; i++) {
    const row = s + <usize>(i * size) * 4;
    const byRow = f32x4.splat(1 / load<f32>(rowSums + <usize>i * 4));
    for (let j = 0; j < size; j += 4) {
      const at = row + <usize>j * 4;
      const byColumn = f32x4.div(one, v128.load(columnSums + <usize>j * 4));
      v128.store(at, f32x4.mul(f32x4.mul(factor, v128.load(at)), f32x4.add(byRow, byColumn)));
    }
    const own = row + <usize>i * 4;
    store<f32>(own, load<f32>(own) - 2 * c);
  }
}

/** The slope by a sum of vectors, from that by its unit vector z: (slope − (z·slope) z) / length. */
export function throughLength(z: usize, slope: usize, inverseLengths: usize, width: i32, from: i32, to: i32): void {
  const rowBytes = <usize>width * 4;
  for (let i = from; i < to; i++) {
    const unit = z + <usize>i * rowBytes;
    const row = slope + <usize>i * rowBytes;
    const along = f32x4.splat(dot(unit, row, rowBytes));
    const inverse = v128.load32_splat(inverseLengths + <usize>i * 4);
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const across = f32x4.sub(v128.load(row + at), f32x4.mul(along, v128.load(unit + at)));
      v128.store(row + at, f32x4.mul(across, inverse));
    }
  }
}

/** Adds each text's slope to those of its tokens, in the columns `from` to `to`, and marks the tokens. */
export function addSlopes(
  tokens: usize,
  counts: usize,
  stride: i32,
  texts: i32,
  slope: usize,
  sums: usize,
  touched: usize,
  width: i32,
  from: i32,
  to: i32,
): void {
  const rowBytes = <usize>width * 4;
  const begin = <usize>from * 4;
  const end = <usize>to * 4;
  for (let i = 0; i < texts; i++) {
    const row = slope + <usize>i * rowBytes;
    const count = load<i32>(counts + <usize>i * 4);
    for (let t = 0; t < count; t++) {
      const token = <usize>load<u16>(tokens + <usize>(i * stride + t) * 2);
      store<u8>(touched + token, 1);
      const sum = sums + token * rowBytes;
      for (let at = begin; at < end; at += 16) {
        v128.store(sum + at, f32x4.add(v128.load(sum + at), v128.load(row + at)));
      }
    }
  }
}

/**
 * Adagrad (Duchi et al., 2011) on the marked tokens, in the columns `from` to `to`: squares += slope²,
 * table −= rate · slope/(√squares + 1e-8). Marks and sums are 0 then.
 */
export function adagrad(
  table: usize,
  squares: usize,
  sums: usize,
  touched: usize,
  tokens: i32,
  width: i32,
  rate: f32,
  from: i32,
  to: i32,
): void {
  const rates = f32x4.splat(rate);
  const least = f32x4.splat(1e-8);
  const none = f32x4.splat(0);
  for (let token = 0; token < tokens; token++) {
    if (load<u8>(touched + token) == 0) continue;
    store<u8>(touched + token, 0);
    const end = <usize>(token * width + to) * 4;
    for (let at = <usize>(token * width + from) * 4; at < end; at += 16) {
      const slope = v128.load(sums + at);
      const square = f32x4.add(v128.load(squares + at), f32x4.mul(slope, slope));
      const step = f32x4.div(f32x4.mul(rates, slope), f32x4.add(f32x4.sqrt(square), least));
      v128.store(squares + at, square);
      v128.store(table + at, f32x4.sub(v128.load(table + at), step));
      v128.store(sums + at, none);
    }
  }
}
