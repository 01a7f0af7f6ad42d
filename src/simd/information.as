/**
 * Σ w r rᵀ of a block of pairs in float64. Twin: `accumulateInformation` of src/scoring/information.ts. AssemblyScript;
 * `npm run make:wasm` makes information.wasm.
 */

/**
 * Four rows of a block's sum, in squares of 4×4 from the diagonal on. Each entry is summed
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
