/** Texts of companion files that records name by id. */

import { shortened } from '../fault';
import type { Ref } from '../formats/format';
import { Texts } from '../store/texts';

type Kind = Ref['kind'];

/** What is known of an id that has no text here. */
const UNASKED = -1;
const WANTED = -2;
/** A companion has its text, which is not kept. */
const PRESENT = -3;

/** Bytes of a number with its array's spare room. */
const NUMBER_BYTES = 12;

interface Named {
  readonly ids: Texts;
  /** Of each id the number of its text, or what is known of it. */
  readonly texts: number[];
  /** The file that each text is of. */
  readonly files: number[];
  /** Ids that are wanted and not found yet. */
  missing: number;
}

/**
 * The texts of the ids that are wanted, and no others: a corpus may be larger than memory.
 */
export class IdTexts {
  private readonly named: Readonly<Record<Kind, Named>>;
  /** Ids that are wanted and stand in one file with two texts, and what is said of the first. */
  readonly twice = { ids: 0, example: null as string | null };
  /** The first id of each kind that no companion has. */
  private readonly notFound = new Map<Kind, string>();
  /** Whether texts are kept, or only which ids have one. */
  keeps = true;

  /** @param texts where the texts are kept, trimmed */
  constructor(private readonly texts = new Texts()) {
    const named = (): Named => ({ ids: new Texts(), texts: [], files: [], missing: 0 });
    this.named = { corpus: named(), queries: named() };
  }

  get bytes(): number {
    return Object.values(this.named).reduce(
      (sum, { ids, texts }) => sum + ids.bytes + NUMBER_BYTES * texts.length,
      0,
    );
  }

  numberOf(kind: Kind, id: string): number {
    const { ids, texts } = this.named[kind];
    const number = ids.idOf(id);
    if (number === texts.length) texts.push(UNASKED);
    return number;
  }

  idOf(kind: Kind, number: number): string {
    return this.named[kind].ids.text(number) as string;
  }

  want(kind: Kind, number: number): void {
    const named = this.named[kind];
    const known = named.texts[number] as number;
    if (known >= 0 || known === WANTED) return;
    named.texts[number] = WANTED;
    named.missing += 1;
  }

  wantRef({ kind, id }: Ref): void {
    this.want(kind, this.numberOf(kind, id));
  }

  textOfRef({ kind, id }: Ref): string | undefined {
    return this.textOf(kind, this.numberOf(kind, id));
  }

  /** Whether no companion needs to be read for ids of a kind. */
  complete(kind: Kind): boolean {
    return this.named[kind].missing === 0;
  }

  /** Whether an id is wanted and has no text yet. */
  wants(kind: Kind, id: string): boolean {
    const named = this.named[kind];
    return named.texts[named.ids.find(id)] === WANTED;
  }

  /** Takes a text of a companion; the first one under an id counts. @param file key of the companion */
  offer(kind: Kind, id: string, text: string, file: number): void {
    const named = this.named[kind];
    const number = named.ids.find(id);
    const known = named.texts[number] ?? UNASKED;
    if (known >= 0 && named.files[number] === file) this.compare(id, known, text.trim());
    if (known !== WANTED) return;
    named.texts[number] = this.keeps ? this.texts.idOf(text.trim()) : PRESENT;
    named.files[number] = file;
    named.missing -= 1;
  }

  private compare(id: string, known: number, text: string): void {
    const first = this.texts.text(known) as string;
    if (first === text) return;
    this.twice.ids += 1;
    this.twice.example ??= `The id ${shortened(id)} has two texts, “${shortened(first)}” and “${shortened(text)}”; the first counts.`;
  }

  /** The text of a wanted id; of one whose text is not kept a stand-in, different for each. */
  textOf(kind: Kind, number: number): string | undefined {
    const known = this.named[kind].texts[number] as number;
    if (known >= 0) return this.texts.text(known) as string;
    if (known === PRESENT) return `\u0001${this.idOf(kind, number)}`;
    if (!this.notFound.has(kind)) this.notFound.set(kind, this.idOf(kind, number));
    return undefined;
  }

  /** An example of each kind of id that no companion has. */
  unknown(): { readonly kind: Kind; readonly example: string }[] {
    return [...this.notFound].map(([kind, example]) => ({ kind, example }));
  }
}
