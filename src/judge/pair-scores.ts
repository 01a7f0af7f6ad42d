/** Scores that a cross-encoder gave, each pair once: those of an audit by their texts, those of a mining by their places. */

/** Pairs between two reports of progress. */
const TOLD_PAIRS = 8;

export class PairScores<Pair> {
  private readonly scores = new Map<string, number>();

  /** @param keyOf equal for equal pairs */
  constructor(private readonly keyOf: (pair: Pair) => string) {}

  /** NaN where there is none. */
  of(pair: Pair): number {
    return this.scores.get(this.keyOf(pair)) ?? NaN;
  }

  set(pair: Pair, score: number): void {
    this.scores.set(this.keyOf(pair), score);
  }

  /** Of some pairs those without a score, each once, in their order. */
  lacking(pairs: readonly Pair[]): Pair[] {
    const distinct = new Map(pairs.map((pair) => [this.keyOf(pair), pair]));
    return [...distinct].flatMap(([key, pair]) => (this.scores.has(key) ? [] : [pair]));
  }
}

/** Scores one pair after another; what is scored is kept, however it ends. @throws what scoring and `breathe` throw */
export async function scoreInTurn<Pair>(
  pairs: readonly Pair[],
  scorer: { score(pair: Pair): Promise<number> },
  told: {
    readonly onScore: (score: number, pair: number) => void;
    /** Now and then gets how many are scored. */
    readonly onDone: (done: number) => void;
    /** Gives way between pairs. */
    readonly breathe: () => Promise<void>;
  },
): Promise<void> {
  for (const [i, pair] of pairs.entries()) {
    told.onScore(await scorer.score(pair), i);
    if ((i + 1) % TOLD_PAIRS === 0) told.onDone(i + 1);
    await told.breathe();
  }
}
