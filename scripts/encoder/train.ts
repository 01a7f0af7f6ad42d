/** Trains in threads that share their memory. The vectors are the same for any number of them. */

import { Worker } from 'node:worker_threads';

import { Trainer, type TrainingPlan } from './numeric/training';

/** Steps between two messages. */
const TELL_EVERY = 50;

/** What a thread is started with. */
export interface PartStart {
  readonly plan: TrainingPlan;
  readonly part: number;
  /** How many threads wait, and how often all have come. */
  readonly gate: Int32Array;
}

/** Steps done, and mean loss of the last ones. */
export interface TrainingProgress {
  readonly step: number;
  readonly loss: number;
}

/**
 * @param table where the vectors begin, tokens × dimension
 * @returns the trained vectors
 */
export async function train(
  plan: TrainingPlan,
  table: Float32Array,
  tell: (progress: TrainingProgress) => void,
): Promise<Float32Array> {
  const trainer = new Trainer(plan, 0);
  trainer.begin(table);
  if (plan.parts === 1) runPart(trainer, plan, () => undefined, tell);
  else await runThreads(plan, tell);
  return Float32Array.from(trainer.table);
}

async function runThreads(plan: TrainingPlan, tell: (progress: TrainingProgress) => void): Promise<void> {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const workers = Array.from({ length: plan.parts }, (_, part) => {
    const workerData: PartStart = { plan, part, gate };
    return new Worker(new URL('./part.mjs', import.meta.url), { workerData });
  });
  try {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.on('message', tell);
            worker.once('error', reject);
            worker.once('exit', (code) =>
              code === 0 ? resolve() : reject(new Error(`A thread ended with status ${code}.`)),
            );
          }),
      ),
    );
  } finally {
    // Where one fails the others wait for it.
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** What a thread does. */
export function trainPart({ plan, part, gate }: PartStart, tell: (progress: TrainingProgress) => void): void {
  runPart(new Trainer(plan, part), plan, () => meet(gate, plan.parts), part === 0 ? tell : () => undefined);
}

function runPart(
  trainer: Trainer,
  { settings }: TrainingPlan,
  meetOthers: () => void,
  tell: (progress: TrainingProgress) => void,
): void {
  let loss = 0;
  for (let step = 0; step < settings.steps; step++) {
    const running = trainer.step(step);
    while (running.next().done !== true) meetOthers();
    loss += trainer.lastLoss() / TELL_EVERY;
    if ((step + 1) % TELL_EVERY !== 0) continue;
    tell({ step: step + 1, loss });
    loss = 0;
  }
}

/** Waits until all threads have come. */
function meet(gate: Int32Array, parts: number): void {
  const [waiting, turn] = [0, 1];
  const now = Atomics.load(gate, turn);
  if (Atomics.add(gate, waiting, 1) + 1 === parts) {
    Atomics.store(gate, waiting, 0);
    Atomics.add(gate, turn, 1);
    Atomics.notify(gate, turn);
  } else {
    while (Atomics.load(gate, turn) === now) Atomics.wait(gate, turn, now);
  }
}
