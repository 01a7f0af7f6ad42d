/** Reads files into records by the plainest means, to compare with what a cleaned file holds. */

import type { OpenFile } from '../../../src/candidates/formats/open';
import { Fault } from '../../../src/candidates/fault';
import { plain, Ref, type Draft, type Format, type Text } from '../../../src/candidates/formats/format';

/** One record as the store would have it; ids stand for their texts as `#id`. */
export interface PlainRecord {
  readonly label: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly own: readonly { place: number; index: number }[];
  readonly copies: readonly { position: number; place: number; index: number }[];
}

export interface PlainLoad {
  readonly records: readonly PlainRecord[];
  /** Places of rejects, ascending. */
  readonly rejected: readonly number[];
}

export interface Loading {
  readonly format: Format;
  /** Lists with different keys are sources of their own. */
  readonly apart?: boolean;
  /** Of a run. */
  readonly topK?: number;
  readonly relevant?: Readonly<Record<string, string>>;
}

interface Raw {
  readonly label: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  positive: string | null;
  readonly negatives: { text: string; place: number; index: number; rank: number }[];
}

/** Reads a file into records, as the store's loader does it, by the plainest means. */
export async function load(
  { entries }: OpenFile,
  { format, apart = false, topK = 10, relevant = {} }: Loading,
): Promise<PlainLoad> {
  const raws = new Map<string, Raw>();
  const rejected: number[] = [];
  for await (const chunk of entries().chunks(new AbortController().signal, { onBytes: () => undefined })) {
    for (const { place, value } of chunk) {
      const draft = value instanceof Fault ? value : format.read(value);
      if (draft instanceof Fault) rejected.push(place);
      else gather(raws, place, draft, format, apart);
    }
  }
  const records: PlainRecord[] = [];
  for (const raw of raws.values()) {
    if (format.joins === 'run') {
      raw.positive = relevant[raw.queryId ?? ''] ?? null;
      raw.negatives.sort((a, b) => b.rank - a.rank);
      const hits = raw.negatives.filter(({ text }) => text !== raw.positive).slice(0, topK);
      raw.negatives.splice(0, Infinity, ...hits);
    }
    const record = finished(raw);
    if (record === null) rejected.push(raw.place);
    else records.push(record);
  }
  return { records, rejected: rejected.sort((a, b) => a - b) };
}

function gather(
  raws: Map<string, Raw>,
  place: number,
  draft: Draft,
  { joins }: Format,
  apart: boolean,
): void {
  const query = textOf(draft.query);
  const [positive] = draft.positives.map(textOf);
  let index = 0;
  for (const { key, texts, ranks } of draft.lists) {
    const label = apart ? key : null;
    const parts: Readonly<Record<Format['joins'], readonly unknown[]>> = {
      none: [place, label],
      'same-positive': [query, positive],
      'same-query': [query],
      run: [query],
    };
    const id = JSON.stringify(parts[joins]);
    const raw: Raw = raws.get(id) ?? {
      label,
      place,
      queryId: draft.queryId,
      query,
      positive: null,
      negatives: [],
    };
    raws.set(id, raw);
    raw.positive ??= positive ?? null;
    for (const [i, text] of texts.entries()) {
      raw.negatives.push({
        text: text === null ? '' : textOf(text),
        place,
        index: index++,
        rank: ranks?.[i] ?? 0,
      });
    }
  }
}

function finished(raw: Raw): PlainRecord | null {
  const own: { text: string; place: number; index: number }[] = [];
  const copies: { position: number; place: number; index: number }[] = [];
  for (const { text, place, index } of raw.negatives) {
    const position = own.findIndex((kept) => kept.text === text);
    if (text === '') continue;
    if (position === -1) own.push({ text, place, index });
    else copies.push({ position, place, index });
  }
  const { label, place, queryId, query, positive } = raw;
  if (own.length === 0 || query === '' || positive === null || positive === '') return null;
  return { label, place, queryId, query, positive, negatives: own.map(({ text }) => text), own, copies };
}

function textOf(text: Text): string {
  return text instanceof Ref ? `#${text.id}` : plain(text).trim();
}
