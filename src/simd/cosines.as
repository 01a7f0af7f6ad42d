/**
 * Products of queries and passages in whole numbers of 16 bits, and which of them reach a query's threshold. Whole numbers
 * add up alike in any order and on any machine. Twin: `nearestPassages` of tests/mining/nearest.test.ts. AssemblyScript;
 * `npm run make:wasm` makes cosines.wasm.
 *
 * Eight sums of four lanes (four queries, two passages) stay in registers over a whole row. With relaxed SIMD
 * (cosines-relaxed.wasm) rows of 8 bits are multiplied first, and only what these cannot rule out in 16 bits.
 */

/** Whether rows of 8 bits come first. */
export const narrow: bool = ASC_FEATURE_RELAXED_SIMD;

/** Queries and passages that are multiplied together. */
const QUERIES = 4;
const PASSAGES = 2;

/**
 * Multiplies a block of queries with a block of passages.
 * @param queries rows of `width` int16, a multiple of sixteen; unused ones are 0
 * @param passages likewise
 * @param thresholds an int32 a query
 * @param products room for four rows of `passageCount` int32
 * @param hits room for three int32 for each query and passage: query, passage, product
 * @param queryCount a multiple of four
 * @param passageCount a multiple of four
 * @param narrowQueries rows of `width` int8
 * @param narrowPassages rows of `width` numbers of 7 bits, so that their products with int8 are exact in every browser
 * @param narrowThresholds what a product of these must reach where that in 16 bits may reach its threshold
 * @returns how many products reach their query's threshold
 */
export function multiply(
  queries: usize,
  passages: usize,
  thresholds: usize,
  products: usize,
  hits: usize,
  width: i32,
  queryCount: i32,
  passageCount: i32,
  narrowQueries: usize,
  narrowPassages: usize,
  narrowThresholds: usize,
): i32 {
  const wideBytes = <usize>width * 2;
  const rowBytes = narrow ? <usize>width : wideBytes;
  const productBytes = <usize>passageCount * 4;
  let next = hits;
  for (let query = 0; query < queryCount; query += QUERIES) {
    const first = (narrow ? narrowQueries : queries) + <usize>query * rowBytes;
    for (let passage = 0; passage < passageCount; passage += PASSAGES) {
      multiplyRows(
        first,
        (narrow ? narrowPassages : passages) + <usize>passage * rowBytes,
        rowBytes,
        products + <usize>passage * 4,
        productBytes,
      );
    }
    for (let i = 0; i < QUERIES; i++) {
      const row = query + i;
      next = select(
        products + <usize>i * productBytes,
        passageCount,
        load<i32>((narrow ? narrowThresholds : thresholds) + <usize>row * 4),
        load<i32>(thresholds + <usize>row * 4),
        queries + <usize>row * wideBytes,
        passages,
        wideBytes,
        row,
        next,
      );
    }
  }
  return <i32>((next - hits) / 12);
}

/** Products of four queries with two passages. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function multiplyRows(
  queries: usize,
  passages: usize,
  rowBytes: usize,
  products: usize,
  productBytes: usize,
): void {
  let s00 = i32x4.splat(0), s01 = i32x4.splat(0);
  let s10 = i32x4.splat(0), s11 = i32x4.splat(0);
  let s20 = i32x4.splat(0), s21 = i32x4.splat(0);
  let s30 = i32x4.splat(0), s31 = i32x4.splat(0);
  const end = queries + rowBytes;
  let a = queries;
  let b = queries + rowBytes;
  let c = queries + 2 * rowBytes;
  let d = queries + 3 * rowBytes;
  let p = passages;
  let r = passages + rowBytes;
  while (a < end) {
    const p0 = v128.load(p);
    const p1 = v128.load(r);
    const q0 = v128.load(a);
    s00 = addProducts(s00, q0, p0);
    s01 = addProducts(s01, q0, p1);
    const q1 = v128.load(b);
    s10 = addProducts(s10, q1, p0);
    s11 = addProducts(s11, q1, p1);
    const q2 = v128.load(c);
    s20 = addProducts(s20, q2, p0);
    s21 = addProducts(s21, q2, p1);
    const q3 = v128.load(d);
    s30 = addProducts(s30, q3, p0);
    s31 = addProducts(s31, q3, p1);
    a += 16;
    b += 16;
    c += 16;
    d += 16;
    p += 16;
    r += 16;
  }
  storePair(products, s00, s01);
  storePair(products + productBytes, s10, s11);
  storePair(products + 2 * productBytes, s20, s21);
  storePair(products + 3 * productBytes, s30, s31);
}

/** Adds products of neighbours. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addProducts(sums: v128, query: v128, passage: v128): v128 {
  return narrow
    ? i32x4.relaxed_dot_i8x16_i7x16_add_s(query, passage, sums)
    : i32x4.add(sums, i32x4.dot_i16x8_s(query, passage));
}

/** Stores the sums of the lanes of two registers. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function storePair(at: usize, first: v128, second: v128): void {
  const low = v128.shuffle<i32>(first, second, 0, 1, 4, 5);
  const high = v128.shuffle<i32>(first, second, 2, 3, 6, 7);
  const half = i32x4.add(low, high);
  const sums = i32x4.add(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2));
  store<i32>(at, i32x4.extract_lane(sums, 0));
  store<i32>(at + 4, i32x4.extract_lane(sums, 2));
}

/**
 * Appends a query's products in 16 bits that reach its threshold.
 * @param bound what `products` must reach
 * @returns where the next hit goes
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function select(
  products: usize,
  count: i32,
  bound: i32,
  threshold: i32,
  row: usize,
  passages: usize,
  rowBytes: usize,
  query: i32,
  hits: usize,
): usize {
  const bounds = i32x4.splat(bound);
  for (let i = 0; i < count; i += 4) {
    if (!v128.any_true(i32x4.ge_s(v128.load(products + <usize>i * 4), bounds))) continue;
    for (let j = i; j < i + 4; j++) {
      let product = load<i32>(products + <usize>j * 4);
      if (product < bound) continue;
      if (narrow) product = wideProduct(row, passages + <usize>j * rowBytes, rowBytes);
      if (product < threshold) continue;
      store<i32>(hits, query);
      store<i32>(hits + 4, j);
      store<i32>(hits + 8, product);
      hits += 12;
    }
  }
  return hits;
}

/** The product of two rows of int16. */
function wideProduct(a: usize, b: usize, rowBytes: usize): i32 {
  let s0 = i32x4.splat(0), s1 = i32x4.splat(0);
  const end = a + rowBytes;
  while (a < end) {
    s0 = i32x4.add(s0, i32x4.dot_i16x8_s(v128.load(a), v128.load(b)));
    s1 = i32x4.add(s1, i32x4.dot_i16x8_s(v128.load(a, 16), v128.load(b, 16)));
    a += 32;
    b += 32;
  }
  const s = i32x4.add(s0, s1);
  return (
    i32x4.extract_lane(s, 0) + i32x4.extract_lane(s, 1) + i32x4.extract_lane(s, 2) + i32x4.extract_lane(s, 3)
  );
}
