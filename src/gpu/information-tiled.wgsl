// For real GPUs: the workgroup loads the rows and columns of 16 pairs at a time for all of its threads.

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
