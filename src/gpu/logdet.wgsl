// log det(I + c·Î) by a blocked Cholesky factorisation of the upper triangle (paper, Eq. eci_final). A pivot is
// kept as its offset from 1, so the matrix here starts as c·Î and the 1 is never added to an entry. Preceded by
// two-sum.wgsl and log1p.wgsl.
//
// Row k, once eliminated, holds w_kj = S_kj of the Schur complement S before step k; S_ij loses
// w_ki w_kj/(1 + o_k), where o_k = S_kk − 1 is the pivot's offset. What the diagonal loses is summed on its own and
// taken off once: step by step it would vanish in the rounding of the offset.

struct Stage {
  // c/N
  scale: f32,
  dimension: u32,
  // The matrix' side in vec4f: d and zeros up to a multiple of 64 numbers
  width: u32,
  // Tiles along one side (triangle.ts)
  across: u32,
  // First row of the panel
  panel: u32,
  // 0
  zero: u32,
}

struct Result {
  // log det and trace of c·Î, as two-sums in x and y
  high: vec4f,
  low: vec4f,
  // 1 + index of the first pivot that is not above zero, or 0
  failed: u32,
}

@group(0) @binding(0) var<uniform> stage: Stage;
@group(0) @binding(1) var<storage, read> sums: array<vec4f>;
// The upper triangle, row-major; offsets on the diagonal. What is below means nothing. An entry point uses one of
// the two names: a write to one component of a vec4f may touch the other three.
@group(0) @binding(2) var<storage, read_write> matrix: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> entries: array<f32>;
// 1/(1 + o_k) of every eliminated row
@group(0) @binding(3) var<storage, read_write> inverses: array<f32>;
// What each diagonal entry has lost to the panels so far
@group(0) @binding(4) var<storage, read_write> losses: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: Result;

// Rows of a panel
const PANEL = 32u;
const SIDE = 16u;

// Where an entry is in `entries`.
fn at(row: u32, column: u32) -> u32 {
  return row * stage.width * 4u + column;
}

// One tile a workgroup, 4 × 4 entries a thread.
@compute @workgroup_size(16, 16)
fn load(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  var column = group.x;
  var row = 0u;
  while (column >= stage.across - row) {
    column -= stage.across - row;
    row++;
  }
  column += row;
  for (var r = id.y * 4u; r < id.y * 4u + 4u; r++) {
    let high = ((group.x * 64u + r) * SIDE + id.x) * 2u;
    let sum = sums[high] + sums[high + 1u];
    matrix[(row * 64u + r) * stage.width + column * SIDE + id.x] = sum * stage.scale;
  }
}

// One thread: the trace of what was loaded; nothing is lost yet.
@compute @workgroup_size(1)
fn begin() {
  var sum = TwoSum();
  for (var k = 0u; k < stage.dimension; k++) {
    sum = added(sum, vec4f(0.0, entries[at(k, k)], 0.0, 0.0), stage.zero);
  }
  for (var k = 0u; k < stage.width * 4u; k++) {
    losses[k] = 0.0;
  }
  result = Result(sum.high, sum.low, 0u);
}

var<workgroup> corner: array<f32, PANEL * PANEL>;

// Whether 1 + offset is above zero; infinities and what is no number are told by their bits.
fn isAboveZero(offset: f32) -> bool {
  return (bitcast<u32>(offset) & 0x7f800000u) != 0x7f800000u && offset > -1.0;
}

// One workgroup: eliminates the panel's rows inside its corner, a column a thread.
@compute @workgroup_size(32)
fn eliminateCorner(@builtin(local_invocation_index) column: u32) {
  let first = stage.panel;
  for (var row = 0u; row <= column; row++) {
    corner[row * PANEL + column] = entries[at(first + row, first + column)];
  }
  let diagonal = corner[column * PANEL + column];
  var loss = losses[first + column];
  if (column == 0u) {
    corner[0] = diagonal - loss;
  }
  for (var k = 0u; k < PANEL; k++) {
    workgroupBarrier();
    let offset = corner[k * PANEL + k];
    let sound = isAboveZero(offset);
    let inverse = 1.0 / select(1.0, 1.0 + offset, sound);
    if (column == 0u) {
      inverses[first + k] = inverse;
      if (!sound && result.failed == 0u) {
        result.failed = first + k + 1u;
      }
    }
    if (column > k) {
      let w = corner[k * PANEL + column];
      for (var row = k + 1u; row < column; row++) {
        corner[row * PANEL + column] -= corner[k * PANEL + row] * inverse * w;
      }
      loss += w * inverse * w;
    }
    // The next pivot has lost all that it will.
    if (column == k + 1u) {
      corner[column * PANEL + column] = diagonal - loss;
    }
  }
  for (var row = 0u; row <= column; row++) {
    entries[at(first + row, first + column)] = corner[row * PANEL + column];
  }
}

// Eliminates the panel's rows right of its corner, a column a thread.
@compute @workgroup_size(64)
fn eliminateRows(@builtin(global_invocation_id) id: vec3u) {
  let first = stage.panel;
  let column = first + PANEL + id.x;
  if (column >= stage.width * 4u) {
    return;
  }
  var w = array<f32, PANEL>();
  for (var k = 0u; k < PANEL; k++) {
    var lost = 0.0;
    for (var above = 0u; above < k; above++) {
      lost += entries[at(first + above, first + k)] * inverses[first + above] * w[above];
    }
    w[k] = entries[at(first + k, column)] - lost;
    entries[at(first + k, column)] = w[k];
  }
}

// Takes the panel's rows out of all entries below it, 4 × 4 a thread.
@compute @workgroup_size(8, 8)
fn updateRest(@builtin(global_invocation_id) id: vec3u) {
  let start = (stage.panel + PANEL) / 4u;
  let row = start + id.y;
  let column = start + id.x;
  if (column < row || column >= stage.width) {
    return;
  }
  var lost = mat4x4f();
  for (var k = stage.panel; k < stage.panel + PANEL; k++) {
    let left = inverses[k] * matrix[k * stage.width + row];
    let right = matrix[k * stage.width + column];
    lost += mat4x4f(left.x * right, left.y * right, left.z * right, left.w * right);
  }
  for (var r = 0u; r < 4u; r++) {
    if (row == column) {
      losses[row * 4u + r] += lost[r][r];
      lost[r][r] = 0.0;
    }
    matrix[(row * 4u + r) * stage.width + column] -= lost[r];
  }
}

// One thread: Σ log1p over the offsets.
@compute @workgroup_size(1)
fn finish() {
  var sum = TwoSum(result.high, result.low);
  for (var k = 0u; k < stage.dimension; k++) {
    sum = added(sum, vec4f(log1p(entries[at(k, k)]), 0.0, 0.0, 0.0), stage.zero);
  }
  result.high = sum.high;
  result.low = sum.low;
}
