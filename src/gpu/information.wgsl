// Σ w r rᵀ over a block of pairs under one weighting, added to two-sums (paper, Eq. eci_information_matrix). A
// workgroup has one tile of the upper triangle (triangle.ts), a thread 4 × 4 of its entries. Preceded by two-sum.wgsl.

struct Shape {
  // A residual's length in vec4f: a multiple of 16
  width: u32,
  // Tiles along one side of the matrix
  across: u32,
  // 0
  zero: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> pairs: u32;
// pairs × width
@group(0) @binding(2) var<storage, read> residuals: array<vec4f>;
// Of each pair
@group(0) @binding(3) var<storage, read> weights: array<f32>;
// Tiles: high and low by turns
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;

// Pairs that are summed in float32 before they join the two-sums.
const RUN = 64u;
// A tile's side, in vec4f
const SIDE = 16u;

struct Place {
  // Where the tile's rows and columns begin in a residual, in vec4f
  row: u32,
  column: u32,
}

fn placeOf(tile: u32) -> Place {
  var column = tile;
  var row = 0u;
  while (column >= shape.across - row) {
    column -= shape.across - row;
    row++;
  }
  return Place(row * SIDE, (row + column) * SIDE);
}

// w r rᵀ of one pair, a column of the mat4x4f for each of the thread's rows: `left` holds w r of its rows,
// `right` r of its columns.
fn outer(left: vec4f, right: vec4f) -> mat4x4f {
  return mat4x4f(left.x * right, left.y * right, left.z * right, left.w * right);
}

// Pairs whose rows and columns the workgroup loads at a time, for all of its threads.
const DEPTH = 16u;

var<workgroup> lefts: array<vec4f, DEPTH * SIDE>;
var<workgroup> rights: array<vec4f, DEPTH * SIDE>;

fn sumOfRun(place: Place, start: u32, end: u32, thread: vec2u) -> mat4x4f {
  var part = mat4x4f();
  for (var first = start; first < end; first += DEPTH) {
    let pair = first + thread.y;
    let at = thread.y * SIDE + thread.x;
    // The previous loads are used up.
    workgroupBarrier();
    lefts[at] = vec4f();
    rights[at] = vec4f();
    if (pair < end) {
      let row = pair * shape.width;
      lefts[at] = weights[pair] * residuals[row + place.row + thread.x];
      rights[at] = residuals[row + place.column + thread.x];
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      part += outer(lefts[k * SIDE + thread.y], rights[k * SIDE + thread.x]);
    }
  }
  return part;
}

@compute @workgroup_size(16, 16)
fn information(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let place = placeOf(group.x);
  var total = array<TwoSum, 4>();
  // Row r of the tile is 2·SIDE vec4f long
  let entry = ((group.x * 64u + id.y * 4u) * SIDE + id.x) * 2u;
  for (var r = 0u; r < 4u; r++) {
    let at = entry + r * SIDE * 2u;
    total[r] = TwoSum(sums[at], sums[at + 1u]);
  }
  for (var start = 0u; start < pairs; start += RUN) {
    let part = sumOfRun(place, start, min(start + RUN, pairs), id.xy);
    for (var r = 0u; r < 4u; r++) {
      total[r] = added(total[r], part[r], shape.zero);
    }
  }
  for (var r = 0u; r < 4u; r++) {
    let at = entry + r * SIDE * 2u;
    sums[at] = total[r].high;
    sums[at + 1u] = total[r].low;
  }
}
