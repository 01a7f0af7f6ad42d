// r = (v⁺ − v⁻)/‖v⁺ − v⁻‖ of a block of pairs (paper, Eq. eci_pairwise_residual). One element a thread.

struct Shape {
  dimension: u32,
  // Numbers from one residual to the next, zeros behind the last element
  stride: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
// Positive, negative of pair after pair
@group(0) @binding(1) var<storage, read> rows: array<f32>;
// 1/‖v⁺ − v⁻‖, or 0 where that is 0
@group(0) @binding(2) var<storage, read> inverses: array<f32>;
@group(0) @binding(3) var<storage, read_write> residuals: array<f32>;

@compute @workgroup_size(64)
fn residual(@builtin(global_invocation_id) id: vec3u) {
  let element = id.x;
  let pair = id.y;
  if (element >= shape.dimension) {
    return;
  }
  let positive = 2u * pair * shape.dimension + element;
  let delta = rows[positive] - rows[positive + shape.dimension];
  residuals[pair * shape.stride + element] = delta * inverses[pair];
}
