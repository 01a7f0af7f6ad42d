// log(1 + x) for x > −1 to about one unit in the last place, also where x is small: WGSL's log is not accurate
// enough, and 1 + x forgets a small x.

// ln 2 in two parts; times a whole number below 2¹⁰ the first is exact.
const LN2_HIGH = 0.693359375;
const LN2_LOW = -2.12194440e-4;

fn log1p(x: f32) -> f32 {
  // 1 + x = 2ᵏ(1 + f) with f between √½ − 1 and √2 − 1. f = x/2ᵏ − (1 − 1/2ᵏ) is rounded once: x/2ᵏ is exact.
  let exponent = i32(bitcast<u32>(1.0 + x) + (0x3f800000u - 0x3f3504f3u)) >> 23u;
  let k = select(exponent - 127, 0, abs(x) < 0.25);
  let scale = bitcast<f32>(u32(127 - k) << 23u);
  // Where k = 0 it is x itself, whatever a compiler makes of the expression.
  let f = select(x * scale + (scale - 1.0), x, k == 0);
  // With s = f/(2 + f): log(1 + f) = 2s + 2s³/3 + 2s⁵/5 + …, where 2s = f − s f. The series ends where the next
  // term, 2s¹³/13, is below 1e-10 of the whole.
  let s = f / (2.0 + f);
  let z = s * s;
  let tail = z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0 + z * (2.0 / 9.0 + z * (2.0 / 11.0)))));
  let small = f - s * (f - tail);
  return f32(k) * LN2_HIGH + (f32(k) * LN2_LOW + small);
}
