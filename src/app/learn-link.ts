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

/** The address at which Learn shows a pair at a temperature, with every digit. */
export function learnLink({ margin, locality, distance, coverage }: PairNumbers, tau: number): string {
  const parameters = new URLSearchParams({
    tau: String(tau),
    given: [margin, locality, distance].join(','),
    C: String(coverage),
  });
  return `#learn?${parameters.toString()}`;
}
