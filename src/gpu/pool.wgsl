// Token vectors to one vector a text, a workgroup a text. Tokens are summed in runs of
// 16, so that the float32 error stays that of a short sum.

struct Shape {
  // Tokens of the padded sequence, 1 where the model pools itself
  tokens: u32,
  dimension: u32,
  // 1: mean over the text's own tokens; 0: the first token
  mean: u32,
  // 1: bring the vector to unit length
  normalise: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
// texts × tokens × dimension
@group(0) @binding(1) var<storage, read> hidden: array<f32>;
// Tokens of each text that are not padding
@group(0) @binding(2) var<storage, read> lengths: array<u32>;
// texts × dimension
@group(0) @binding(3) var<storage, read_write> pooled: array<f32>;

const RUN = 16u;
const THREADS = 64u;

var<workgroup> squares: array<f32, THREADS>;

fn element(text: u32, i: u32) -> f32 {
  let base = text * shape.tokens * shape.dimension + i;
  if (shape.mean == 0u) {
    return hidden[base];
  }
  let length = lengths[text];
  var total = 0.0;
  for (var start = 0u; start < length; start += RUN) {
    var part = 0.0;
    for (var t = start; t < min(start + RUN, length); t++) {
      part += hidden[base + t * shape.dimension];
    }
    total += part;
  }
  return total / f32(max(length, 1u));
}

@compute @workgroup_size(THREADS)
fn pool(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let text = group.x;
  let row = text * shape.dimension;
  var square = 0.0;
  for (var i = thread; i < shape.dimension; i += THREADS) {
    let value = element(text, i);
    pooled[row + i] = value;
    square += value * value;
  }
  squares[thread] = square;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) {
      squares[thread] += squares[thread + half];
    }
    workgroupBarrier();
  }
  let norm = sqrt(squares[0]);
  // The zero vector stays: it belongs to a text without a known token.
  if (shape.normalise == 0u || norm == 0.0) {
    return;
  }
  for (var i = thread; i < shape.dimension; i += THREADS) {
    pooled[row + i] /= norm;
  }
}
