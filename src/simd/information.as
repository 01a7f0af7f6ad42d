/**
 * Σ w r rᵀ of a block of pairs under many weights, in float32 lanes of four; the sums between blocks are float64.
 * Twin: `accumulateInformation` of src/scoring/information.ts. AssemblyScript; `npm run make:wasm` makes information.wasm.
 *
 * Every product r_i r_j is made once and serves four weights: for one row i and twelve columns j the twelve sums of four
 * lanes stay in registers over the whole block. What is read then (twelve columns, one row, four weights of 256 pairs) is
 * 17 KiB and stays in the nearest cache.
 */

/** Columns of Î that are summed together, and bytes of one pair's part of them. */
const COLUMNS = 12;
const PANEL_ROW: usize = 48;

/** Weights that are summed together, and bytes of one pair's part of them. */
const WEIGHTS = 4;
const WEIGHT_ROW: usize = 16;

/**
 * Adds a block of pairs to the upper triangles.
 * @param panels residuals: for each twelve columns one panel of `pairs` rows of twelve float32, one panel after the other
 * @param weights for each four weights `pairs` rows of four float32
 * @param sums for each weight a square of float64, 12 · `panelCount` on a side, row-major
 * @param groups how many times four weights
 */
export function addBlock(
  panels: usize,
  weights: usize,
  sums: usize,
  pairs: i32,
  panelCount: i32,
  groups: i32,
): void {
  const side = panelCount * COLUMNS;
  const panelBytes = <usize>pairs * PANEL_ROW;
  const matrixBytes = <usize>side * <usize>side * 8;
  for (let group = 0; group < groups; group++) {
    const groupWeights = weights + <usize>(group * pairs) * WEIGHT_ROW;
    const groupSums = sums + <usize>(group * WEIGHTS) * matrixBytes;
    for (let panel = 0; panel < panelCount; panel++) {
      const columns = panels + <usize>panel * panelBytes;
      // Rows up to the last column of the panel: what lies below the diagonal there is summed in vain and never read.
      for (let i = 0; i < (panel + 1) * COLUMNS; i++) {
        const row = panels + <usize>(i / COLUMNS) * panelBytes + <usize>(i % COLUMNS) * 4;
        const entry = groupSums + <usize>(i * side + panel * COLUMNS) * 8;
        addEntries(columns, row, groupWeights, entry, panelBytes, matrixBytes);
      }
    }
  }
}

/** Entries (i, j … j + 11) of four matrices. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addEntries(
  columns: usize,
  row: usize,
  weights: usize,
  entry: usize,
  panelBytes: usize,
  matrixBytes: usize,
): void {
  let s00 = f32x4.splat(0), s01 = f32x4.splat(0), s02 = f32x4.splat(0);
  let s10 = f32x4.splat(0), s11 = f32x4.splat(0), s12 = f32x4.splat(0);
  let s20 = f32x4.splat(0), s21 = f32x4.splat(0), s22 = f32x4.splat(0);
  let s30 = f32x4.splat(0), s31 = f32x4.splat(0), s32 = f32x4.splat(0);
  const end = columns + panelBytes;
  while (columns < end) {
    const r = v128.load32_splat(row);
    const p0 = f32x4.mul(r, v128.load(columns));
    const p1 = f32x4.mul(r, v128.load(columns, 16));
    const p2 = f32x4.mul(r, v128.load(columns, 32));
    const w0 = v128.load32_splat(weights);
    s00 = f32x4.add(s00, f32x4.mul(w0, p0));
    s01 = f32x4.add(s01, f32x4.mul(w0, p1));
    s02 = f32x4.add(s02, f32x4.mul(w0, p2));
    const w1 = v128.load32_splat(weights, 4);
    s10 = f32x4.add(s10, f32x4.mul(w1, p0));
    s11 = f32x4.add(s11, f32x4.mul(w1, p1));
    s12 = f32x4.add(s12, f32x4.mul(w1, p2));
    const w2 = v128.load32_splat(weights, 8);
    s20 = f32x4.add(s20, f32x4.mul(w2, p0));
    s21 = f32x4.add(s21, f32x4.mul(w2, p1));
    s22 = f32x4.add(s22, f32x4.mul(w2, p2));
    const w3 = v128.load32_splat(weights, 12);
    s30 = f32x4.add(s30, f32x4.mul(w3, p0));
    s31 = f32x4.add(s31, f32x4.mul(w3, p1));
    s32 = f32x4.add(s32, f32x4.mul(w3, p2));
    columns += PANEL_ROW;
    row += PANEL_ROW;
    weights += WEIGHT_ROW;
  }
  addTwelve(entry, s00, s01, s02);
  addTwelve(entry + matrixBytes, s10, s11, s12);
  addTwelve(entry + 2 * matrixBytes, s20, s21, s22);
  addTwelve(entry + 3 * matrixBytes, s30, s31, s32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function addTwelve(entry: usize, a: v128, b: v128, c: v128): void {
  addFour(entry, a);
  addFour(entry + 32, b);
  addFour(entry + 64, c);
}

/** Four float32 to four float64 in memory. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addFour(entry: usize, values: v128): void {
  const low = f64x2.promote_low_f32x4(values);
  const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 2, 3, 2, 3));
  v128.store(entry, f64x2.add(v128.load(entry), low));
  v128.store(entry, f64x2.add(v128.load(entry, 16), high), 16);
}

/**
 * The same in float64 for one weight: four rows of a block's sum, in squares of 4×4 from the diagonal on. Each entry is summed
 * in the order of the pairs, so its digits are those of `accumulateInformation`.
 * @param panels residuals: for each four columns one panel of `pairs` rows of four float64
 * @param weights a float64 a pair
 * @param weighted room for one panel
 * @param squares gets sixteen float64 a square
 * @param first panel of the rows
 */
export function sumSquares(
  panels: usize,
  weights: usize,
  weighted: usize,
  squares: usize,
  pairs: i32,
  first: i32,
  panelCount: i32,
): void {
  const panelBytes = <usize>pairs * 32;
  const rows = panels + <usize>first * panelBytes;
  for (let at: usize = 0; at < panelBytes; at += 32) {
    const w = v128.load64_splat(weights + (at >> 2));
    v128.store(weighted + at, f64x2.mul(w, v128.load(rows + at)));
    v128.store(weighted + at, f64x2.mul(w, v128.load(rows + at, 16)), 16);
  }
  let columns = rows;
  for (let panel = first; panel < panelCount; panel++) {
    sumSquare(weighted, columns, panelBytes, squares);
    columns += panelBytes;
    squares += 128;
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function sumSquare(a: usize, b: usize, panelBytes: usize, square: usize): void {
  let s00 = f64x2.splat(0), s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0), s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0), s21 = f64x2.splat(0);
  let s30 = f64x2.splat(0), s31 = f64x2.splat(0);
  const end = a + panelBytes;
  while (a < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load64_splat(a);
    s00 = f64x2.add(s00, f64x2.mul(a0, b0));
    s01 = f64x2.add(s01, f64x2.mul(a0, b1));
    const a1 = v128.load64_splat(a, 8);
    s10 = f64x2.add(s10, f64x2.mul(a1, b0));
    s11 = f64x2.add(s11, f64x2.mul(a1, b1));
    const a2 = v128.load64_splat(a, 16);
    s20 = f64x2.add(s20, f64x2.mul(a2, b0));
    s21 = f64x2.add(s21, f64x2.mul(a2, b1));
    const a3 = v128.load64_splat(a, 24);
    s30 = f64x2.add(s30, f64x2.mul(a3, b0));
    s31 = f64x2.add(s31, f64x2.mul(a3, b1));
    a += 32;
    b += 32;
  }
  v128.store(square, s00);
  v128.store(square, s01, 16);
  v128.store(square, s10, 32);
  v128.store(square, s11, 48);
  v128.store(square, s20, 64);
  v128.store(square, s21, 80);
  v128.store(square, s30, 96);
  v128.store(square, s31, 112);
}
