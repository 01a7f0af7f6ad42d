/** Which sources are references: those whose range the others are held against. */

/**
 * The ticked ones; where none is ticked all of them, as a report has it (and then nothing is audited); none where the
 * range was entered by hand, so that every source is held against it.
 * @param ticked of each source, whether the user trusts it
 */
export function areReferences(ticked: readonly boolean[], rangeEntered: boolean): boolean[] {
  if (rangeEntered) return ticked.map(() => false);
  return ticked.includes(true) ? [...ticked] : ticked.map(() => true);
}
