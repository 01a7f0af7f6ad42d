/**
 * Keeps texts between the lexicon, which reads every text once, and the encoder, which needs most of them later: a
 * text then crosses from the candidates worker once. When the cache is full the other texts cross twice.
 */

import type { CandidatesForEngine, SourceStructure } from '../candidates/api';

export type TextSource = Pick<CandidatesForEngine, 'queryTexts' | 'passageTexts'>;

/** Characters kept at most: 64 MiB at two bytes each. */
const ROOM = 32 << 20;

export class TextCache {
  private readonly queries: KeptTexts;
  private readonly passages: KeptTexts;
  /** Reads for the lexicon and keeps what the encoder will need. */
  readonly keeping: TextSource;
  /** Gives texts to the encoder, each once. */
  readonly giving: TextSource;

  /**
   * @param source the candidates worker
   * @param encoded records whose texts will be encoded
   * @param room characters kept at most
   */
  constructor(
    source: TextSource,
    encoded: readonly Pick<SourceStructure, 'queries' | 'positives' | 'negatives'>[],
    room = ROOM,
  ) {
    const space = { left: room };
    const queries = flagsOf(encoded.map((s) => s.queries));
    const passages = flagsOf(encoded.flatMap((s) => [s.positives, s.negatives]));
    this.queries = new KeptTexts((ids) => source.queryTexts(ids), queries, space);
    this.passages = new KeptTexts((ids) => source.passageTexts(ids), passages, space);
    this.keeping = {
      queryTexts: (ids) => this.queries.readAndKeep(ids),
      passageTexts: (ids) => this.passages.readAndKeep(ids),
    };
    this.giving = {
      queryTexts: (ids) => this.queries.give(ids),
      passageTexts: (ids) => this.passages.give(ids),
    };
  }
}

/** The texts of one kind. */
class KeptTexts {
  private readonly kept = new Map<number, string>();

  constructor(
    private readonly read: (ids: Int32Array) => Promise<string[]>,
    /** 1 at the ids that will be asked for again. */
    private readonly wanted: Uint8Array,
    private readonly space: { left: number },
  ) {}

  async readAndKeep(ids: Int32Array): Promise<string[]> {
    const texts = await this.read(ids);
    for (const [i, text] of texts.entries()) {
      const id = ids[i] as number;
      if (this.wanted[id] !== 1 || this.kept.has(id) || text.length > this.space.left) continue;
      this.kept.set(id, text);
      this.space.left -= text.length;
    }
    return texts;
  }

  /** The texts in the order of the ids. Kept ones are dropped from the cache. */
  async give(ids: Int32Array): Promise<string[]> {
    const lacking = ids.filter((id) => !this.kept.has(id));
    const read = lacking.length > 0 ? await this.read(lacking) : [];
    let next = 0;
    return Array.from(ids, (id) => this.take(id) ?? (read[next++] as string));
  }

  private take(id: number): string | undefined {
    const text = this.kept.get(id);
    if (text === undefined) return undefined;
    this.kept.delete(id);
    this.space.left += text.length;
    return text;
  }
}

/** 1 at each id of the columns. Ids are dense, and a byte is smaller than an entry of a set. */
function flagsOf(columns: readonly Int32Array[]): Uint8Array {
  const largest = columns.reduce((most, ids) => ids.reduce((a, b) => Math.max(a, b), most), -1);
  const flags = new Uint8Array(largest + 1);
  for (const ids of columns) for (const id of ids) flags[id] = 1;
  return flags;
}
