// One entry of the upper triangle of Σ w r rᵀ a thread, over one block of pairs (paper, Eq.
// eci_information_matrix). The block is summed in runs of 16 terms whose results are added last, so that the
// float32 error stays that of a short sum; blocks are added in float64 on the CPU.

struct Shape {
  dimension: u32,
  pairs: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
// pairs × dimension, row-major
@group(0) @binding(1) var<storage, read> residuals: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
// dimension × dimension, upper triangle
@group(0) @binding(3) var<storage, read_write> sum: array<f32>;

const RUN = 16u;

@compute @workgroup_size(8, 8)
fn accumulate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.y;
  let j = id.x;
  let d = shape.dimension;
  if (i >= d || j >= d || j < i) {
    return;
  }
  var total = 0.0;
  for (var start = 0u; start < shape.pairs; start += RUN) {
    let end = min(start + RUN, shape.pairs);
    var part = 0.0;
    for (var k = start; k < end; k++) {
      let row = k * d;
      part += weights[k] * (residuals[row + i] * residuals[row + j]);
    }
    total += part;
  }
  sum[i * d + j] = total;
}
