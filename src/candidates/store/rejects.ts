/** The table of rejected entries. */

import type { Reject, RejectCode } from '../candidate-record';
import type { RejectCount, RejectFilter } from '../api';
import { integers, same, texts as textColumn, type Column } from './arrow';
import type { Filling } from './filling';
import type { StoreTexts } from './store-texts';

/** Memory of a reject that waits for DuckDB, about. */
const REJECT_BYTES = 1024;

/** The rejects of a file. */
interface CountedRejects {
  readonly file: string;
  readonly codes: Map<RejectCode, number>;
}

/** The rejects of all files, loaded or not, by the file's key. Their numbers are known without DuckDB. */
export class RejectTable {
  private readonly counted = new Map<number, CountedRejects>();

  constructor(
    private readonly filling: Filling,
    private readonly texts: StoreTexts,
  ) {}

  /** @throws StoreInsertError, StoreStartError */
  async add(fileId: number, rejects: readonly Reject[]): Promise<void> {
    const [first] = rejects;
    if (first === undefined) return;
    const { codes } = this.counted.get(fileId) ?? this.begin(fileId, first.file);
    for (const { code } of rejects) codes.set(code, (codes.get(code) ?? 0) + 1);
    const column = (name: string, key: Exclude<keyof Reject, 'place'>): Column =>
      textColumn(
        name,
        rejects.map((reject) => reject[key]),
      );
    const places = rejects.map(({ place }) => place);
    const columns = () => [
      same('file_id', fileId, rejects.length),
      column('file', 'file'),
      column('place_kind', 'placeKind'),
      integers('place', places),
      column('record', 'record'),
      column('code', 'code'),
      column('field', 'field'),
      column('message', 'message'),
      column('excerpt', 'excerpt'),
    ];
    const { filling, texts } = this;
    const bytes = REJECT_BYTES * rejects.length;
    if (!texts.hasRoom(filling.waiting + bytes)) await filling.started();
    await filling.write(!texts.isHeld, ({ reads }) => reads.insert('rejects', columns()), bytes);
  }

  async drop(fileId: number): Promise<void> {
    if (!this.counted.delete(fileId)) return;
    await this.filling.write(!this.texts.isHeld, async ({ reads }) => {
      await reads.query(`DELETE FROM rejects WHERE file_id = ${fileId}`);
      await reads.query('CHECKPOINT');
    });
  }

  /** Ordered by when the file was read, then by place. */
  async find(
    { id, code }: RejectFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ total: number; rejects: Reject[] }> {
    const mayFind = this.counts().some((one) => (id ?? one.id) === one.id && (code ?? one.code) === one.code);
    if (!mayFind) return { total: 0, rejects: [] };
    const connection = (await this.filling.ready()).reads;
    const asked = [
      { sql: 'file_id = ?', value: id },
      { sql: 'code = ?', value: code },
    ].filter(({ value }) => value !== undefined);
    const conditions = ['true', ...asked.map(({ sql }) => sql)].join(' AND ');
    const parameters = asked.map(({ value }) => value as string | number);
    const counted = await connection.run(
      `SELECT count(*)::INTEGER AS n FROM rejects WHERE ${conditions}`,
      ...parameters,
    );
    const found = await connection.run(
      // Sorts only row ids: with the texts, a late page would take seconds.
      `SELECT file, place_kind AS "placeKind", place, record, code, field, message, excerpt FROM rejects
       WHERE rowid IN (SELECT rowid FROM rejects WHERE ${conditions} ORDER BY file_id, place, rowid LIMIT ? OFFSET ?)
       ORDER BY file_id, place, rowid`,
      ...parameters,
      limit,
      offset,
    );
    return {
      total: Number(counted.getChild('n')?.get(0)),
      rejects: found.toArray().map((row) => row.toJSON() as Reject),
    };
  }

  /** The files in the order in which they were read; of each the most frequent code first. */
  counts(): RejectCount[] {
    return [...this.counted]
      .sort(([a], [b]) => a - b)
      .flatMap(([id, { file, codes }]) =>
        [...codes]
          .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
          .map(([code, count]) => ({ id, file, code, count })),
      );
  }

  private begin(fileId: number, file: string): CountedRejects {
    const begun = { file, codes: new Map() };
    this.counted.set(fileId, begun);
    return begun;
  }
}
