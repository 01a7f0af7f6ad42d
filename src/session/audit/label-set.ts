/** The labels of a session, by author and by key. */

import { emptyLabel, ME, saysSame, type Label, type Said } from '../../candidates/marks/labels';
import type { Verdict, VerdictBook } from '../../judge/verdicts';

export class LabelSet implements Iterable<Label> {
  /** The user comes first. */
  private readonly byAuthor = new Map<string, Map<string, Label>>([[ME, new Map()]]);

  get size(): number {
    return [...this.byAuthor.values()].reduce((sum, own) => sum + own.size, 0);
  }

  *[Symbol.iterator](): Generator<Label> {
    for (const own of this.byAuthor.values()) yield* own.values();
  }

  /** An author's label on a pair, maybe an empty one. */
  get(key: string, by: string): Label {
    return this.byAuthor.get(by)?.get(key) ?? emptyLabel(key, by);
  }

  /** Puts a label in the place of the author's other one on the pair; an empty one takes it away. */
  set(label: Label): void {
    const { key, by } = label;
    const own = this.byAuthor.get(by) ?? new Map<string, Label>();
    if (saysSame(label, emptyLabel(key, by))) own.delete(key);
    else own.set(key, label);
    this.byAuthor.set(by, own);
  }

  /** Everything said of a pair. Of two marks, or notes, the first counts: the user's, else the newest. */
  of(key: string): Label[] {
    const found: Label[] = [];
    for (const own of this.byAuthor.values()) {
      const label = own.get(key);
      if (label) found.push(label);
    }
    return found.sort((a, b) => Number(b.by === ME) - Number(a.by === ME) || b.at - a.at);
  }

  /** Takes in what was said after everything that is here. */
  hear(said: Said): void {
    this.set({ ...this.get(said.key, said.by), ...said });
  }

  book(): VerdictBook {
    const book = new Map<string, Map<string, Verdict>>();
    for (const [by, own] of this.byAuthor) {
      const verdicts = new Map<string, Verdict>();
      for (const { key, verdict } of own.values()) if (verdict !== null) verdicts.set(key, verdict);
      if (verdicts.size > 0) book.set(by, verdicts);
    }
    return book;
  }
}
