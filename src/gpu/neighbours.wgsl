// Candidates nearest to queries by cosine, a block of queries against a block of candidates at a time. Three
// dispatches: `cosines` writes the block's scores in float32, `segmentPeaks` the largest of every 64 of a query,
// and `selectBest` takes into each query's list what is better than its last entry, looking only where a peak
// says so.

struct Block {
  dimension: u32,
  // Queries and candidates in this block, and the places of the first ones in their lists
  queries: u32,
  candidates: u32,
  firstQuery: u32,
  firstCandidate: u32,
  // Entries of each query's list
  keep: u32,
  // Widths of the panels, in vec4f
  queryWidth: u32,
  candidateWidth: u32,
}

struct Item {
  row: u32,
  group: u32,
  // 1/‖v‖, or 0 for the zero vector
  inverse: f32,
}

struct Entry {
  score: f32,
  candidate: u32,
}

@group(0) @binding(0) var<uniform> block: Block;
// Transposed embeddings: element after element, four queries or candidates a vec4f
@group(0) @binding(1) var<storage, read> queryPanel: array<vec4f>;
@group(0) @binding(2) var<storage, read> candidatePanel: array<vec4f>;
@group(0) @binding(3) var<storage, read> queryItems: array<Item>;
@group(0) @binding(4) var<storage, read> candidateItems: array<Item>;
// Query after query
@group(0) @binding(5) var<storage, read_write> scores: array<f32>;
@group(0) @binding(6) var<storage, read_write> peaks: array<f32>;
@group(0) @binding(7) var<storage, read_write> lists: array<Entry>;

// Below every cosine: no candidate, or one that may not be a neighbour
const NONE = -2.0;
const SEGMENT = 64u;
const RUN = 32u;

fn score(dotProduct: f32, query: u32, candidate: u32) -> f32 {
  if (query >= block.queries || candidate >= block.candidates) {
    return NONE;
  }
  let q = queryItems[block.firstQuery + query];
  let c = candidateItems[block.firstCandidate + candidate];
  return select(dotProduct * q.inverse * c.inverse, NONE, q.row == c.row || q.group == c.group);
}

// 4 queries × 4 candidates a thread; runs of 32 elements are summed before they are added.
@compute @workgroup_size(16, 16)
fn cosines(@builtin(global_invocation_id) id: vec3u) {
  var total = mat4x4f();
  for (var start = 0u; start < block.dimension; start += RUN) {
    var part = mat4x4f();
    for (var k = start; k < min(start + RUN, block.dimension); k++) {
      let left = queryPanel[k * block.queryWidth + id.y];
      let right = candidatePanel[k * block.candidateWidth + id.x];
      part += mat4x4f(left.x * right, left.y * right, left.z * right, left.w * right);
    }
    total += part;
  }
  for (var i = 0u; i < 4u; i++) {
    let query = id.y * 4u + i;
    for (var j = 0u; j < 4u; j++) {
      let candidate = id.x * 4u + j;
      scores[query * block.candidateWidth * 4u + candidate] = score(total[i][j], query, candidate);
    }
  }
}

// Segments that hold candidates of this block; those past them may hold an earlier block's.
fn segmentsInUse() -> u32 {
  return (block.candidates + SEGMENT - 1u) / SEGMENT;
}

// One segment of one query a thread
@compute @workgroup_size(8, 8)
fn segmentPeaks(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= segmentsInUse() || id.y >= block.queries) {
    return;
  }
  let segment = id.y * (block.candidateWidth * 4u / SEGMENT) + id.x;
  var peak = f32(NONE);
  for (var i = segment * SEGMENT; i < (segment + 1u) * SEGMENT; i++) {
    peak = max(peak, scores[i]);
  }
  peaks[segment] = peak;
}

// Puts a candidate into a list that is sorted from the best entry to the worst; its last entry falls out.
fn insert(list: u32, found: Entry) {
  var place = list + block.keep - 1u;
  while (place > list && lists[place - 1u].score < found.score) {
    lists[place] = lists[place - 1u];
    place--;
  }
  lists[place] = found;
}

// One query a thread
@compute @workgroup_size(64)
fn selectBest(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= block.queries) {
    return;
  }
  let list = id.x * block.keep;
  if (block.firstCandidate == 0u) {
    for (var i = 0u; i < block.keep; i++) {
      lists[list + i] = Entry(NONE, 0u);
    }
  }
  let last = list + block.keep - 1u;
  let segments = block.candidateWidth * 4u / SEGMENT;
  for (var segment = 0u; segment < segmentsInUse(); segment++) {
    if (peaks[id.x * segments + segment] <= lists[last].score) {
      continue;
    }
    for (var i = 0u; i < SEGMENT; i++) {
      let candidate = segment * SEGMENT + i;
      let found = scores[id.x * block.candidateWidth * 4u + candidate];
      if (found > lists[last].score) {
        insert(list, Entry(found, block.firstCandidate + candidate));
      }
    }
  }
}
