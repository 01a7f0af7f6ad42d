// Copies the listed rows of one embedding buffer to their slots; rows of other buffers are copied by the dispatches
// over those. One number a thread.

struct Part {
  dimension: u32,
  // Global index of this buffer's first row, and how many rows it holds.
  first: u32,
  rows: u32,
  // Numbers from one slot to the next.
  stride: u32,
}

@group(0) @binding(0) var<uniform> part: Part;
@group(0) @binding(1) var<storage, read> embeddings: array<f32>;
// Global row of each slot
@group(0) @binding(2) var<storage, read> list: array<u32>;
@group(0) @binding(3) var<storage, read_write> gathered: array<f32>;

@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3u) {
  let element = id.x;
  let slot = id.y;
  let row = list[slot];
  if (element >= part.dimension || row < part.first || row - part.first >= part.rows) {
    return;
  }
  let at = (row - part.first) * part.dimension + element;
  gathered[slot * part.stride + element] = embeddings[at];
}
