/** Judgements of relevance, held while their file is loaded. */

import type { Judgement } from '../formats/format';

/** Relevant documents of each query, in file order. Not relevant ones are no positives and need not be kept. */
export class Qrels {
  private readonly relevant = new Map<string, Set<string>>();
  private ids = 0;

  /** Memory held, roughly. */
  get bytes(): number {
    return this.ids * 120 + this.relevant.size * 300;
  }

  add({ queryId, documentId, relevance }: Judgement): void {
    if (!(relevance > 0)) return;
    const documents = this.relevant.get(queryId);
    if (documents === undefined) this.relevant.set(queryId, new Set([documentId]));
    else documents.add(documentId);
    this.ids += 1;
  }

  relevantTo(queryId: string): ReadonlySet<string> | undefined {
    return this.relevant.get(queryId);
  }
}
