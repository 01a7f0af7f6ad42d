/** Seeded randomness: the same seed gives the same draws on every machine. */

/** mulberry32: uniform numbers of [0, 1) from a 32-bit seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Puts the values into a random order, in place (Fisher and Yates). @param random uniform numbers of [0, 1) */
export function shuffled<Values extends ArrayLike<unknown>>(values: Values, random: () => number): Values {
  const places = values as { readonly length: number; [place: number]: unknown };
  for (let i = places.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [places[i], places[j]] = [places[j], places[i]];
  }
  return values;
}

/**
 * A number of [0, 1) with 53 random bits, determined by seed, text and occurrence: two FNV-1a hashes, each passed
 * through a finaliser of multiplications and shifts. Equal texts get equal numbers in every source.
 */
export function seededPriority(seed: number, text: string, occurrence: number): number {
  const high = finalise(textHash(text, seed ^ 0x9e3779b9, occurrence));
  const low = finalise(textHash(text, Math.imul(seed, 0x85ebca6b) ^ 0xc2b2ae35, occurrence));
  return ((high >>> 5) * 0x400_0000 + (low >>> 6)) / 0x20_0000_0000_0000;
}

/** A number of 32 random bits, determined by two numbers of [0, 1), such as two of {@link seededPriority}. */
export function mixedBits(one: number, other: number): number {
  return finalise(Math.imul(one * 0x1_0000_0000, 0x9e3779b1) + other * 0x1_0000_0000);
}

/** FNV-1a. */
function textHash(text: string, basis: number, occurrence: number): number {
  let h = 0x811c9dc5 ^ basis;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h = Math.imul(h ^ (unit & 0xff), 0x01000193);
    h = Math.imul(h ^ (unit >>> 8), 0x01000193);
  }
  return Math.imul(h ^ occurrence, 0x01000193);
}

function finalise(h: number): number {
  let t = h >>> 0;
  t = Math.imul(t ^ (t >>> 15), 0x2c1b3c6d);
  t = Math.imul(t ^ (t >>> 12), 0x297a2d39);
  return (t ^ (t >>> 15)) >>> 0;
}
