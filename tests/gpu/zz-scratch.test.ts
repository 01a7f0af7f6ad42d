import { it } from 'vitest';
import { onDevice, testDevice, unitRows, drawRows, largest } from '../support/kernels';
import { InformationKernel } from '../../src/gpu/information';
import { LogDetKernel } from '../../src/gpu/logdet';
import { NeighbourKernel } from '../../src/gpu/neighbours';
import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { pairGeometry } from '../../src/scoring/gates';
import { seededRandom } from '../../src/scoring/random';
import { nearestNeighbours } from '../../src/scoring/neighbours';
const device = testDevice();
it('neighbours', async () => {
  for (const n of [2048, 4096]) {
    const rows = unitRows(n, 384); const emb = await onDevice(device(), rows);
    const k = await NeighbourKernel.create(emb, { k: 10 });
    const all = { rows: Uint32Array.from({ length: n }, (_, i) => i), groups: Uint32Array.from({ length: n }, (_, i) => i) };
    let t = performance.now(); const got = await k.run(all, all); console.log(n, 'neighbours ms', performance.now() - t);
    t = performance.now(); const want = nearestNeighbours(all, all, 10, (r) => rows[r]!); console.log('twin ms', performance.now() - t);
    console.log('equal', got.indices.every((x, i) => x === want.indices[i]) && got.cosines.every((x, i) => x === want.cosines[i]));
    k.destroy(); emb.destroy();
  }
}, 600000);
it.each([64, 768])('250k at %s', async (d) => {
  const N = 250_000, rows = unitRows(4000, d); const emb = await onDevice(device(), rows);
  const k = await InformationKernel.create(emb, { weightings: 1 });
  const p = drawRows(N, 4000, 1), n = drawRows(N, 4000, 2); const random = seededRandom(3);
  const w = Float64Array.from({ length: N }, () => 0.1 * random()); const dist = new Float64Array(N);
  const out = { margin: 0, locality: 0, distance: 0 }; const sum = new Float64Array(d * d); const R = new Float64Array(1000 * d);
  let t = performance.now();
  for (let s = 0; s < N; s += 1000) {
    for (let i = 0; i < 1000; i++) { pairGeometry(rows[0]!, rows[p[s + i]!]!, rows[n[s + i]!]!, out); dist[s + i] = out.distance; residual(rows[p[s + i]!]!, rows[n[s + i]!]!, out.distance, R, i * d); }
    accumulateInformation(sum, R, w.subarray(s, s + 1000), 1000, d);
  }
  console.log(d, 'twin s', (performance.now() - t) / 1000); t = performance.now();
  for (let s = 0; s < N; s += 5000) { k.run({ positive: p.subarray(s, s + 5000), negative: n.subarray(s, s + 5000), distance: dist.subarray(s, s + 5000), weights: [w.subarray(s, s + 5000)] }); await device().queue.onSubmittedWorkDone(); }
  console.log(d, 'device s', (performance.now() - t) / 1000);
  const got = (await k.read())[0]!;
  let diag = 0, num = 0, den = 0; for (let i = 0; i < d; i++) diag = Math.max(diag, Math.abs(got[i * d + i]! / sum[i * d + i]! - 1));
  for (let i = 0; i < d * d; i++) { num += (got[i]! - sum[i]!) ** 2; den += sum[i]! ** 2; }
  const L = await LogDetKernel.create(device(), d); const r = await L.run(k.slices(0), 1 / N); const want = logDetPlusIdentity(informationMatrix(sum, N, d), d);
  console.log(d, 'max/top', largest(got.map((x, i) => x - sum[i]!)) / largest(sum), 'fro', Math.sqrt(num / den), 'diag', diag, 'logdet', r.logDet, want, r.logDet / want - 1);
  L.destroy(); k.destroy(); emb.destroy();
}, 900000);
