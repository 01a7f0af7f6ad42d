const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** A text whose bytes are not UTF-8. */
export class BadText {
  /** Has U+FFFD for them, for excerpts only. */
  readonly text: string;

  constructor(bytes: Uint8Array) {
    this.text = lenient.decode(bytes);
  }

  /** About at which character the fault is, 1-based. */
  get position(): number {
    return this.text.indexOf('\ufffd') + 1;
  }
}

export function textOf(bytes: Uint8Array): string | BadText {
  try {
    return strict.decode(bytes);
  } catch {
    return new BadText(bytes);
  }
}
