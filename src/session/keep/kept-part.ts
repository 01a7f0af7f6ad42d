/** What a page gives to be kept, and takes back after a reload. */

import type { PartKind } from './part';

/** One part of what is kept. Whoever has one registers it with `KeepState`. */
export interface KeptPart<Content> {
  readonly kind: PartKind<Content>;
  /** What there is to keep now; null where nothing is. It is read reactively: each change is written soon after. */
  snapshot(): Snapshot<Content> | null;
  /** Puts back what was kept. Called once, when the part is registered or what was kept is opened. */
  restore(content: Content, fileOf: KeptFileOf): void | Promise<void>;
  /**
   * Work of the user's that leaving the page would lose: `keepable` only where it is not kept, `under way` in any case,
   * since it cannot be kept before it ends. Reactive.
   */
  work(): 'none' | 'keepable' | 'under way';
}

export interface Snapshot<Content> {
  /** Files whose bytes are kept with it; a `File` that was kept once is not copied again. */
  readonly files: readonly File[];
  /** What is written, once its files have names in the store. */
  content(keptName: (file: File) => string): Content;
}

/** A file under its old name, from its name in the store; null where its bytes are gone. */
export type KeptFileOf = (keptName: string, name: string) => Promise<File | null>;
