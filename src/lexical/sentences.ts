/** The sentences of a text in UTF-8, and signs of what may be wrong with it, in one pass over its bytes: most texts are never decoded. */

/** Shorter sentences are left out, by their units of UTF-16; each takes three bytes at most. */
const SHORTEST = 12;
const UNIT_BYTES = 3;
/** Units of a text's beginning, which tells its script. */
const BEGINNING = 400;

/** Such as "undefined", in bytes. */
const LONGEST_PLACEHOLDER = 9;

const BLANK = 0x20;
/** What a byte may be: the end of a line, a stop, the last byte of 。 as of Â and €, a sign, or the first byte of what is beyond. */
const [LINE, STOP, WIDE, SIGN, BEYOND] = [1, 2, 3, 4, 5];
const KINDS = new Uint8Array(256).fill(BEYOND, 0xc9);
KINDS[0x0a] = LINE;
KINDS[0x82] = WIDE;
for (const stop of '.!?') KINDS[stop.charCodeAt(0)] = STOP;
// The last byte of Ã, beside that of Â and â€ above.
for (const sign of [0x3c, 0x26, 0x83]) KINDS[sign] = SIGN;

/** Reads one text after the other. */
export class SentenceScan {
  /** Whether the beginning has a letter of ASCII, and nothing beyond Latin letters and punctuation. */
  isLatin = false;
  /** Whether a byte is there that all markup and broken letters have, or so few that they may be a placeholder. */
  mayBeAtFault = false;
  /** Of each long enough sentence its first byte, the one behind it, and a hash. */
  private readonly numbers: number[] = [];
  private count = 0;

  /** A sentence ends with its line, or at a stop before a blank; it begins with no blank. */
  read(text: Uint8Array): void {
    const [{ length }, { numbers }, kinds] = [text, this, KINDS];
    const most = Math.min(length, BEGINNING);
    let letter = 0;
    while (letter < most && !((text[letter] | 0x20) >= 0x61 && (text[letter] | 0x20) <= 0x7a)) letter++;
    this.isLatin = letter < most;
    this.mayBeAtFault = length <= LONGEST_PLACEHOLDER;
    this.count = 0;
    for (let at = 0; at < length;) {
      if (text[at] <= BLANK) {
        at++;
        continue;
      }
      const start = at;
      for (let ends = false; !ends && at < length;) {
        let kind = 0;
        while (kind === 0 && at < length) kind = kinds[text[at++]];
        if (kind === BEYOND) {
          if (at <= UNIT_BYTES * BEGINNING && (text[at - 1] !== 0xe2 || text[at] !== 0x80))
            this.isLatin = false;
          continue;
        }
        if (kind >= WIDE) this.mayBeAtFault = true;
        const isStop = kind === STOP || (kind === WIDE && text[at - 2] === 0x80 && text[at - 3] === 0xe3);
        ends = kind === LINE || (isStop && (at === length || text[at] <= BLANK));
      }
      if (at - start < SHORTEST || !hasUnits(text, start, at)) continue;
      numbers[this.count++] = start;
      numbers[this.count++] = at;
      numbers[this.count++] = hashOf(text, start, at);
    }
  }

  /** The sentences of the text that was read last. */
  eachSentence(use: (start: number, end: number, hash: number) => void): void {
    const { numbers } = this;
    for (let at = 0; at < this.count; at += 3) use(numbers[at], numbers[at + 1], numbers[at + 2]);
  }
}

/** Whether a sentence of so many bytes has the units of the shortest one. */
function hasUnits(text: Uint8Array, start: number, end: number): boolean {
  if (end - start >= UNIT_BYTES * SHORTEST) return true;
  let units = 0;
  for (let at = start; at < end; at++) units += text[at] >= 0xf0 ? 2 : Number((text[at] & 0xc0) !== 0x80);
  return units >= SHORTEST;
}

/** Equal sentences have equal ones, others hardly ever: of a long one some bytes tell, from its beginning to its end. */
function hashOf(text: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  const step = 1 + (hash >> 5);
  for (let at = start; at < end; at += step) hash = Math.imul(hash ^ text[at], 0x01000193);
  return hash ^ (hash >>> 15);
}
