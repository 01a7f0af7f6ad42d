/** Judgements of relevance, kept while their file is loaded. */

import type { Judgement } from '../formats/format';

/** Judged documents of each query with their grades, in file order. Of a pair judged more than once the highest grade counts. */
export class Qrels {
  private readonly grades = new Map<string, Map<string, number>>();
  private ids = 0;

  /** Memory held, roughly. */
  get bytes(): number {
    return this.ids * 130 + this.grades.size * 300;
  }

  add({ queryId, documentId, relevance }: Judgement): void {
    const documents = this.grades.get(queryId);
    if (documents === undefined) this.grades.set(queryId, new Map([[documentId, relevance]]));
    else documents.set(documentId, Math.max(relevance, documents.get(documentId) ?? relevance));
    this.ids += 1;
  }

  /** Documents with a grade of at least `least`, in file order; undefined where there are none. */
  gradesOf(queryId: string, least: number): ReadonlyMap<string, number> | undefined {
    const documents = this.grades.get(queryId);
    if (documents === undefined) return undefined;
    const relevant = [...documents].filter(([, grade]) => grade >= least);
    return relevant.length === 0 ? undefined : new Map(relevant);
  }
}
