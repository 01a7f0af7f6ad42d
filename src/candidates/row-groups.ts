import type { Fault } from './fault';
import type { Draft } from './formats/format';
import { blankFault } from './record';

/** Rows that are one record: their first row's place and text, and the negatives of all of them. */
export interface RowGroup {
  readonly place: number;
  readonly text: string;
  readonly draft: Draft;
}

interface OpenGroup extends RowGroup {
  readonly negatives: (string | null)[];
}

/** Joins the rows of a triplet table that have the same query and positive, over the whole file. */
export class RowGroups {
  readonly #groups = new Map<string, OpenGroup>();

  /** "new" for the first row of a record, "joined" for a further one, or what is wrong with the row. */
  add(place: number, text: string, draft: Draft): 'new' | 'joined' | Fault {
    const fault = blankFault(draft);
    if (fault !== null) return fault;
    const query = draft.query.trim();
    const key = `${query.length} ${query}${draft.positive.trim()}`;
    const group = this.#groups.get(key);
    if (group !== undefined) {
      group.negatives.push(...draft.negatives);
      return 'joined';
    }
    const negatives = [...draft.negatives];
    this.#groups.set(key, { place, text, negatives, draft: { ...draft, negatives } });
    return 'new';
  }

  /** The records in the order of their first rows; the groups are forgotten on the way. */
  *take(): Iterable<RowGroup> {
    for (const [key, group] of this.#groups) {
      this.#groups.delete(key);
      yield group;
    }
  }
}
