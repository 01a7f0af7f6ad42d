// m = u·(v⁺ − v⁻), l = v⁻·(v⁺ − u) and ‖v⁺ − v⁻‖² of one pair a thread. Preceded by
// two-sum.wgsl: runs of 16 elements are summed in float32, the runs as two-sums.

struct Shape {
  // A row's length in vec4f, zeros behind the last element
  width: u32,
  // 0
  zero: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
// Query, positive, negative of pair after pair
@group(0) @binding(1) var<storage, read> rows: array<vec4f>;
// m, l, ‖δ‖², 0
@group(0) @binding(2) var<storage, read_write> geometry: array<vec4f>;

const RUN = 4u;

@compute @workgroup_size(64)
fn pairs(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&geometry)) {
    return;
  }
  let query = id.x * 3u * shape.width;
  let positive = query + shape.width;
  let negative = positive + shape.width;
  var sum = TwoSum();
  for (var start = 0u; start < shape.width; start += RUN) {
    var m = vec4f();
    var l = vec4f();
    var square = vec4f();
    for (var i = start; i < min(start + RUN, shape.width); i++) {
      let u = rows[query + i];
      let p = rows[positive + i];
      let n = rows[negative + i];
      // Stored, or a compiler could multiply out, and equal rows would not give exactly 0.
      let delta = kept(p - n, shape.zero);
      m += u * delta;
      l += n * kept(p - u, shape.zero);
      square += delta * delta;
    }
    let one = vec4f(1.0);
    sum = added(sum, vec4f(dot(m, one), dot(l, one), dot(square, one), 0.0), shape.zero);
  }
  geometry[id.x] = sum.high + sum.low;
}
