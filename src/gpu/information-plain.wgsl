// For software adapters, where a barrier costs more than the loads that it saves.

fn sumOfRun(place: Place, start: u32, end: u32, thread: vec2u) -> mat4x4f {
  var part = mat4x4f();
  for (var pair = start; pair < end; pair++) {
    let row = pair * shape.width;
    let left = weights[pair] * residuals[row + place.row + thread.y];
    part += outer(left, residuals[row + place.column + thread.x]);
  }
  return part;
}
