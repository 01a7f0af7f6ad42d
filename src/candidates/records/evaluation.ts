/** Reads a file of evaluation: its queries, and what is relevant for them, from any file that names queries. */

import { isObject, Fault, type JsonObject } from '../fault';
import { Ref, type EvaluationRecord, type Text } from '../formats/format';
import { roleOf } from '../formats/names';
import type { OpenFile } from '../formats/open';
import type { CompanionPlan, FilePlan, NoPlan } from '../formats/plan';
import { isPositional } from '../read/entries';
import type { Companions } from './companions';
import { EntryReading, type RejectListener } from './entry-reading';

/** What a file of evaluation may be; a list has a query a line. */
type EvaluationPlan =
  | Pick<FilePlan, 'open' | 'format'>
  | CompanionPlan
  | NoPlan
  | { readonly list: OpenFile };

export class EvaluationReading extends EntryReading {
  private readonly found: EvaluationRecord<Text>[] = [];

  /** @param relevant least grade of a relevant document */
  constructor(plan: EvaluationPlan, relevant: number) {
    const take = taking(plan, relevant);
    super('list' in plan ? plan.list : plan.open, (value, { place }) => {
      const records = take(value, place);
      if (records instanceof Fault) return records;
      this.found.push(...records);
      return null;
    });
  }

  /** @throws what reading a file throws @param listener is told which entries give no query */
  async records(
    companions: Companions,
    path: string,
    signal: AbortSignal,
    listener: RejectListener,
  ): Promise<EvaluationRecord[]> {
    await this.read(signal, listener);
    const named = this.found.flatMap(({ query, documents }) => [query, ...documents]);
    const refs = named.filter((text) => text instanceof Ref);
    const texts = await companions.textsOf(refs, path, signal);
    const textOf = (text: Text) => ((text instanceof Ref ? texts.textOfRef(text) : text) ?? '').trim();
    const records = this.found
      .map(({ query, documents }) => ({
        query: textOf(query),
        documents: documents.map(textOf).filter((text) => text !== ''),
      }))
      .filter(({ query }) => query !== '');
    const [first] = refs;
    if (records.length === 0 && first) {
      const message = `No ${first.kind} file has the id ${first.id}. Load the file that has it, then this one again.`;
      this.reject({ place: 1, text: '' }, new Fault('unknown-id', null, message), null, listener);
    }
    return records;
  }
}

/** A query, one a line; a first line that names the column is none. */
function queryOfLine(line: string, place: number): EvaluationRecord[] {
  const query = line.trim();
  const isHeader = place === 1 && /^\w+$/.test(query) && roleOf(query).role === 'query';
  return isHeader ? [] : [{ query, documents: [] }];
}

function taking(
  plan: EvaluationPlan,
  relevant: number,
): (value: JsonObject, place: number) => readonly EvaluationRecord<Text>[] | Fault {
  if ('list' in plan) return ({ text }, place) => queryOfLine(text as string, place);
  if ('companion' in plan) {
    return (value) => {
      const entry = plan.companion.read(value);
      if (entry instanceof Fault) return entry;
      if ('text' in entry) return [{ query: entry.text, documents: [] }];
      if (entry.relevance < relevant) return [];
      return [{ query: new Ref('queries', entry.queryId), documents: [new Ref('corpus', entry.documentId)] }];
    };
  }
  if ('fields' in plan) return byNames;
  return (value) => {
    const draft = plan.format.read(value);
    if (draft instanceof Fault) {
      // Negatives are not asked for.
      const named = byNames(value);
      return named instanceof Fault ? draft : named;
    }
    return [{ query: draft.query, documents: draft.positives }];
  };
}

/** Query and positives by the names of the fields; of a list without names every item is a query. */
function byNames(value: JsonObject): readonly EvaluationRecord[] | Fault {
  const texts = (role: 'query' | 'positive') =>
    Object.entries(value).flatMap(([name, field]) => {
      const { role: own, ids } = roleOf(name);
      return own === role && !ids ? textsIn(field) : [];
    });
  const queries = isPositional(Object.keys(value)) ? Object.values(value).flatMap(textsIn) : texts('query');
  if (queries.length > 0) return queries.map((query) => ({ query, documents: texts('positive') }));
  return new Fault('missing-field', null, 'No field is named as a query. Name it `query`.');
}

function textsIn(field: unknown): string[] {
  if (typeof field === 'string') return [field];
  if (Array.isArray(field)) return (field as readonly unknown[]).flatMap(textsIn);
  if (!isObject(field)) return [];
  const { title, text } = field;
  return typeof text === 'string' ? [typeof title === 'string' ? `${title} ${text}`.trim() : text] : [];
}
