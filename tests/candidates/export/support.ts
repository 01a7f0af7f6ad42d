import { gzipSync, gunzipSync } from 'node:zlib';

import type { CleanSource, PairOrigins, RecordHeads } from '../../../src/candidates/export/clean-source';
import { cleanFile } from '../../../src/candidates/export/cleaner';
import type {
  CleanedFile,
  CleanProgress,
  CleanRequest,
  RemovedPairs,
} from '../../../src/candidates/export/types';
import { ByteEntries } from '../../../src/candidates/entries/byte-entries';
import { ColumnsReader } from '../../../src/candidates/entries/columns';
import type { EntryReader, EntrySource } from '../../../src/candidates/entries/entries';
import { JsonArrayReader } from '../../../src/candidates/entries/json-array';
import { JsonEntryReader } from '../../../src/candidates/entries/json-entries';
import { LineReader } from '../../../src/candidates/entries/lines';
import { nestedListStart } from '../../../src/candidates/entries/nested-list';
import type { OpenFile, TableShape } from '../../../src/candidates/entries/open';
import { ParquetEntries } from '../../../src/candidates/entries/parquet';
import { TableReader } from '../../../src/candidates/entries/table-rows';
import { Fault } from '../../../src/candidates/fault';
import { Ref, type Draft, type Format, type Text } from '../../../src/candidates/formats/format';
import type { Container, SourceStructure } from '../../../src/candidates/types';

export interface FileShape {
  readonly container: Container;
  /** Bytes before the first entry. */
  readonly skip?: number;
  readonly table?: TableShape;
  readonly header?: readonly string[];
}

/** The file as `openFile` opens it, with the container said. */
export function opened(name: string, content: BlobPart, shape: FileShape): OpenFile {
  const file = new File([content], name);
  const { container, table = null, header = null, skip = 0 } = shape;
  const reader = (): EntryReader => {
    if (table !== null) return new TableReader(table.delimiter, table.header);
    if (container === 'columns') return new ColumnsReader();
    if (container === 'JSONL') return new JsonEntryReader('line', new LineReader());
    return new JsonEntryReader('element', new JsonArrayReader(container === 'JSON object'));
  };
  const entries = (): EntrySource =>
    container === 'Parquet' ? new ParquetEntries(file) : new ByteEntries(file, reader(), skip);
  return { file, container, table, skip, header, entries };
}

/** Bytes before the list under `data`. */
export function skipToData(content: string): number {
  return nestedListStart(new TextEncoder().encode(content), 'data') ?? NaN;
}

/** One record as the store would have it; ids stand for their texts as `#id`. */
export interface MemoryRecord {
  readonly label: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly own: readonly { place: number; index: number }[];
  readonly copies: readonly { position: number; place: number; index: number }[];
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
): Promise<{ records: MemoryRecord[]; rejected: number[] }> {
  const raws = new Map<string, Raw>();
  const rejected: number[] = [];
  for await (const chunk of entries().chunks(new AbortController().signal, { onBytes: () => undefined })) {
    for (const { place, value } of chunk) {
      const draft = value instanceof Fault ? value : format.read(value);
      if (draft instanceof Fault) rejected.push(place);
      else gather(raws, place, draft, format, apart);
    }
  }
  const records: MemoryRecord[] = [];
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
      ...{ label, place, queryId: draft.queryId, query, positive: null, negatives: [] },
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

function finished(raw: Raw): MemoryRecord | null {
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
  return text instanceof Ref ? `#${text.id}` : text.trim();
}

/** The loaded file as the cleaner asks for it. Source ids are 10, 11 … in the order of their labels. */
export class MemorySource implements CleanSource {
  readonly sampled: boolean;
  readonly sources: readonly { id: number; name: string }[];
  readonly #texts: string[] = [];
  readonly #ids = new Map<string, number>();

  constructor(
    readonly opened: OpenFile,
    readonly format: Format,
    readonly records: readonly MemoryRecord[],
    private readonly rejected: readonly number[] = [],
    options: { sampled?: boolean } = {},
  ) {
    this.sampled = options.sampled ?? false;
    const labels = [...new Set(records.map(({ label }) => label))];
    this.sources = labels.map((label, index) => ({ id: 10 + index, name: label ?? 'whole' }));
    this.labels = labels;
  }

  readonly labels: readonly (string | null)[];

  of(source: number): MemoryRecord[] {
    return this.records.filter(({ label }) => label === this.labels[source - 10]);
  }

  async structure(source: number): Promise<SourceStructure> {
    const records = this.of(source);
    const offsets = new Int32Array(records.length + 1);
    records.forEach(({ negatives }, i) => (offsets[i + 1] = (offsets[i] as number) + negatives.length));
    return {
      id: source,
      queries: Int32Array.from(records, ({ query }) => this.#idOf(query)),
      positives: Int32Array.from(records, ({ positive }) => this.#idOf(positive)),
      offsets,
      negatives: Int32Array.from(
        records.flatMap(({ negatives }) => negatives.map((text) => this.#idOf(text))),
      ),
    };
  }

  async recordHeads(source: number): Promise<RecordHeads> {
    const records = this.of(source);
    return {
      places: Int32Array.from(records, ({ place }) => place),
      queryIds: records.map(({ queryId }) => queryId),
    };
  }

  async origins(source: number, records: Int32Array, positions: Int32Array): Promise<PairOrigins> {
    const all = this.of(source);
    const pairs = Array.from(records, (record, i) => ({ record, position: positions[i] as number }));
    const own = pairs.map(({ record, position }) => all[record]?.own[position]);
    const copies = pairs.flatMap(
      ({ record, position }) => all[record]?.copies.filter((copy) => copy.position === position) ?? [],
    );
    return {
      places: Int32Array.from(own, (at) => at?.place ?? NaN),
      indices: Int32Array.from(own, (at) => at?.index ?? NaN),
      copyPlaces: Int32Array.from(copies, ({ place }) => place),
      copyIndices: Int32Array.from(copies, ({ index }) => index),
    };
  }

  async rejectedPlaces(): Promise<Int32Array> {
    return Int32Array.from(this.rejected);
  }

  async queryTexts(ids: Int32Array): Promise<string[]> {
    return Array.from(ids, (id) => this.#texts[id] as string);
  }

  async passageTexts(ids: Int32Array): Promise<string[]> {
    return this.queryTexts(ids);
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}

/** Pairs from "record:position record:position …". */
export function pairs(text: string): [number, number][] {
  return text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
}

/** Pairs as [record, position], of the first reason; ρ, η and ψ tell which pair it is. */
export function removedPairs(source: number, removed: readonly (readonly [number, number])[]): RemovedPairs {
  const numbers = (of: (pair: readonly [number, number]) => number) => Float64Array.from(removed, of);
  return {
    source,
    records: Int32Array.from(removed, ([record]) => record),
    positions: Int32Array.from(removed, ([, position]) => position),
    reasons: new Uint8Array(removed.length),
    rho: numbers(([record]) => record / 8),
    eta: numbers(([, position]) => position / 8),
    psi: numbers(() => 0.5),
  };
}

export async function clean(
  source: CleanSource,
  removed: readonly RemovedPairs[],
  request: Partial<CleanRequest> = {},
  onProgress: (progress: CleanProgress) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<CleanedFile> {
  const whole = {
    fileId: 1,
    removed,
    reasons: ['inverted: ρ < 0.5'],
    format: 'same',
    withoutRejects: false,
  } as const;
  return cleanFile(source, { ...whole, ...request }, onProgress, signal);
}

/** Loads a file, cleans it and loads the outcome again. */
export async function roundTrip(
  name: string,
  content: BlobPart,
  shape: FileShape,
  loading: Loading,
  pairs: readonly (readonly [number, number])[],
  request: Partial<CleanRequest> = {},
): Promise<{ cleaned: CleanedFile; bytes: Uint8Array<ArrayBuffer>; text: string; again: Again[] }> {
  const before = opened(name, content, shape);
  const { records, rejected } = await load(before, loading);
  const source = new MemorySource(before, loading.format, records, rejected);
  const cleaned = await clean(source, [removedPairs(10, pairs)], request);
  const bytes = new Uint8Array(await cleaned.content.arrayBuffer());
  const plain = name.endsWith('.gz') ? Uint8Array.from(gunzipSync(bytes)) : bytes;
  const after = await load(opened(name, bytes, shape), loading);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain);
  return { cleaned, bytes, text, again: after.records.map(essence) };
}

export type Again = Pick<MemoryRecord, 'label' | 'queryId' | 'query' | 'positive' | 'negatives'>;

/** A record without its places, which move when lines go. */
export function essence({ label, queryId, query, positive, negatives }: MemoryRecord): Again {
  return { label, queryId, query, positive, negatives };
}

/** The records without some pairs of the first source: what is to be read again. */
export async function expected(
  name: string,
  content: BlobPart,
  shape: FileShape,
  loading: Loading,
  pairs: readonly (readonly [number, number])[],
): Promise<Again[]> {
  const { records } = await load(opened(name, content, shape), loading);
  const first = records[0]?.label;
  const own = records.filter(({ label }) => label === first);
  return records.flatMap((record) => {
    const gone = pairs.filter(([index]) => own[index] === record).map(([, position]) => position);
    const negatives = record.negatives.filter((_, position) => !gone.includes(position));
    return negatives.length > 0 ? [{ ...essence(record), negatives }] : [];
  });
}

export function gzipped(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(text));
}
