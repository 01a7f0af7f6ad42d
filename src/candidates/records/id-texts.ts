/** Texts of companion files that records name by id. */

import { shortened } from '../fault';
import { Ref } from '../formats/format';

type Kind = Ref['kind'];

/** Bytes of an id and of a text besides their characters. */
const ID_BYTES = 130;
const TEXT_BYTES = 60;

/** An id, one object for all places that name it. */
class NamedText extends Ref {
  /** Undefined where it is not wanted, null where it is and was not found yet. */
  text: string | null | undefined;
  /** Key of the companion that its text is of; null where its text is none, or stands for one that is not kept. */
  file: number | null = null;
}

/**
 * The texts of the ids that are wanted, and no others: a corpus may be larger than memory.
 */
export class IdTexts {
  private readonly named: Readonly<Record<Kind, Map<string, NamedText>>> = {
    corpus: new Map(),
    queries: new Map(),
  };
  /** Ids that are wanted and not found yet. */
  private readonly missing = { corpus: 0, queries: 0 };
  /** Ids that are wanted and stand in one file with two texts, and what is said of the first. */
  readonly twice = { ids: 0, example: null as string | null };
  /** The first id of each kind that no companion has. */
  private readonly notFound = new Map<Kind, string>();
  /** Whether texts are kept, or only which ids have one. */
  keeps = true;
  /** Memory of ids and of all copies. */
  bytes = 0;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** A copy of a text: a part of a string keeps the whole of it in memory. */
  copy(text: string): string {
    const bytes = this.encoder.encode(text);
    this.bytes += TEXT_BYTES + bytes.length;
    return this.decoder.decode(bytes);
  }

  /** The one object of an id. */
  of({ kind, id }: Ref): NamedText {
    const known = this.named[kind].get(id);
    if (known !== undefined) return known;
    const named = new NamedText(kind, this.copy(id));
    this.bytes += ID_BYTES;
    this.named[kind].set(named.id, named);
    return named;
  }

  want(ref: Ref): void {
    const named = this.of(ref);
    if (named.text === null || named.file !== null) return;
    named.text = null;
    this.missing[ref.kind] += 1;
  }

  /** Whether no companion needs to be read for ids of a kind. */
  complete(kind: Kind): boolean {
    return this.missing[kind] === 0;
  }

  /** Whether an id is wanted and has no text yet. */
  wants(kind: Kind, id: string): boolean {
    return this.named[kind].get(id)?.text === null;
  }

  /** Takes a text of a companion; the first one under an id counts. @param file key of the companion */
  offer(kind: Kind, id: string, text: string, file: number): void {
    const named = this.named[kind].get(id);
    if (named?.file === file) this.compare(named, text.trim());
    if (named?.text !== null) return;
    this.missing[kind] -= 1;
    if (this.keeps) named.file = file;
    // A stand-in is different for each.
    named.text = this.keeps ? this.copy(text.trim()) : `\u0001${id}`;
  }

  private compare({ id, text: first }: NamedText, text: string): void {
    if (first === text) return;
    this.twice.ids += 1;
    this.twice.example ??= `The id ${shortened(id)} has two texts, “${shortened(first ?? '')}” and “${shortened(text)}”; the first counts.`;
  }

  /** The text of a wanted id, or what stands for it. */
  textOf(ref: Ref): string | undefined {
    const { kind, id, text } = this.of(ref);
    if (typeof text === 'string') return text;
    if (!this.notFound.has(kind)) this.notFound.set(kind, id);
    return undefined;
  }

  /** An example of each kind of id that no companion has. */
  unknown(): { readonly kind: Kind; readonly example: string }[] {
    return [...this.notFound].map(([kind, example]) => ({ kind, example }));
  }
}
