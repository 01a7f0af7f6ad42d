/** Watches how much comes out of a packed file, so that a bomb is refused while it is small. */

import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';

/** Counts what one packed file gives. */
export class UnpackedWatch {
  private unpacked = 0;

  /** @param most unpacked bytes that the file may have */
  constructor(
    private readonly file: string,
    private readonly most: number = LIMITS.unpackedBytes,
  ) {}

  /**
   * Takes note of more unpacked bytes.
   * @param packed bytes of the file that were read so far, those on their way to the unpacker too
   * @returns why the file is refused, or null
   */
  add(bytes: number, packed: number): CandidatesError | null {
    this.unpacked += bytes;
    const { unpacked } = this;
    const ratio = unpacked > LIMITS.unpackedUnasked && unpacked > LIMITS.unpackedRatio * packed;
    const refused = ratio || unpacked > this.most;
    const { file, most } = this;
    return refused ? new CandidatesError('UnpackedTooLargeError', { file, packed, unpacked, most }) : null;
  }
}
