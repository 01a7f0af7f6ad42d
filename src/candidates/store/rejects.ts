/** The table of rejected entries. */

import type { Reject } from '../candidate-record';
import type { RejectCount, RejectFilter } from '../api';
import { integers, same, texts, type Column } from './arrow';
import type { Connection } from './database';

/** The rejects of all files, loaded or not, by the file's key. */
export class RejectTable {
  constructor(private readonly connection: Connection) {}

  /** @throws StoreInsertError */
  async add(fileId: number, rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    const column = (name: string, key: Exclude<keyof Reject, 'place'>): Column =>
      texts(
        name,
        rejects.map((reject) => reject[key]),
      );
    const places = rejects.map(({ place }) => place);
    await this.connection.insert('rejects', [
      same('file_id', fileId, rejects.length),
      column('file', 'file'),
      column('place_kind', 'placeKind'),
      integers('place', places),
      column('record', 'record'),
      column('code', 'code'),
      column('field', 'field'),
      column('message', 'message'),
      column('excerpt', 'excerpt'),
    ]);
  }

  async drop(fileId: number): Promise<void> {
    await this.connection.query(`DELETE FROM rejects WHERE file_id = ${fileId}`);
  }

  /** Ordered by when the file was read, then by place. */
  async find(
    { id, code, text }: RejectFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ total: number; rejects: Reject[] }> {
    const asked = [
      { sql: 'file_id = ?', value: id },
      { sql: 'code = ?', value: code },
      {
        sql: `contains(lower(concat_ws(' ', record, field, message, excerpt)), lower(?))`,
        value: text || undefined,
      },
    ].filter(({ value }) => value !== undefined);
    const conditions = ['true', ...asked.map(({ sql }) => sql)].join(' AND ');
    const parameters = asked.map(({ value }) => value as string | number);
    const counted = await this.connection.run(
      `SELECT count(*)::INTEGER AS n FROM rejects WHERE ${conditions}`,
      ...parameters,
    );
    const found = await this.connection.run(
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

  async counts(): Promise<RejectCount[]> {
    const result = await this.connection.query(
      `SELECT file_id AS id, any_value(file) AS file, code, count(*)::INTEGER AS count FROM rejects
       GROUP BY file_id, code ORDER BY file_id, count DESC, code`,
    );
    return result.toArray().map((row) => row.toJSON() as RejectCount);
  }
}
