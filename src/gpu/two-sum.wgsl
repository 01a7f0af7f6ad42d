// Sums kept in two float32 (Knuth's TwoSum): `high` is the rounded sum, `low` what rounding took away.
// WGSL compilers may reassociate float32 and would then cancel the error terms. So every intermediate passes
// through an exclusive or with a number that is 0 and that no compiler knows: a uniform.

struct TwoSum {
  high: vec4f,
  low: vec4f,
}

// x itself, as a value of which the compiler knows nothing.
fn kept(x: vec4f, zero: u32) -> vec4f {
  return bitcast<vec4f>(bitcast<vec4u>(x) ^ vec4u(zero));
}

fn added(sum: TwoSum, summand: vec4f, zero: u32) -> TwoSum {
  let term = kept(summand, zero);
  let high = kept(sum.high + term, zero);
  let taken = kept(high - sum.high, zero);
  let before = kept(high - taken, zero);
  let lostOfSum = kept(sum.high - before, zero);
  let lostOfTerm = kept(term - taken, zero);
  return TwoSum(high, sum.low + (lostOfSum + lostOfTerm));
}
