/** Links that take one pair to the Learn page: its numbers, never its texts. */

/** What a pair is made of. */
export interface PairNumbers {
  /** m. */
  readonly margin: number;
  /** l. */
  readonly locality: number;
  /** ‖v⁺ − v⁻‖. */
  readonly distance: number;
  /** C. */
  readonly coverage: number;
}

/** The address of Learn's bench with a pair at a temperature: its three cosines, with every digit. */
export function learnLink({ margin, locality, distance, coverage }: PairNumbers, tau: number): string {
  const positiveNegative = 1 - distance ** 2 / 2;
  const queryNegative = positiveNegative - locality;
  const parameters = new URLSearchParams({
    view: 'bench',
    cos: [margin + queryNegative, queryNegative, positiveNegative].join(','),
    tau: String(tau),
    C: String(coverage),
  });
  return `#learn?${parameters.toString()}`;
}
