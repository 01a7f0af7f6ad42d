// Multiply-adds that depend on nothing but themselves: sixteen a thread and step, four vectors of four.

@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> steps: u32;

@compute @workgroup_size(64)
fn peak(@builtin(global_invocation_id) id: vec3u) {
  let factor = vec4f(0.999);
  let summand = vec4f(f32(id.x) * 1e-6);
  var a = summand;
  var b = summand + 1.0;
  var c = summand + 2.0;
  var d = summand + 3.0;
  for (var step = 0u; step < steps; step++) {
    a = fma(a, factor, summand);
    b = fma(b, factor, summand);
    c = fma(c, factor, summand);
    d = fma(d, factor, summand);
  }
  sink[id.x] = dot(a + b + c + d, vec4f(1.0));
}
