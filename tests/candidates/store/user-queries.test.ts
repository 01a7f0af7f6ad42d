/** Users' queries: what they see, what they cannot do, and how they end. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { QueryAnswer, QueryOptions } from '../../../src/candidates/store/user-queries';
import { loadSource, openCandidates } from '../support';
import { jsonl } from '../../support/jsonl';

/** Takes minutes where it is not cancelled. */
const LONG = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3';

describe('a query', () => {
  const candidates = openCandidates();
  let source: number;
  const ask = (sql: string, options: Partial<QueryOptions> = {}): Promise<QueryAnswer> =>
    candidates.query(sql, { limit: 100, ...options });
  const rows = async (sql: string, options: Partial<QueryOptions> = {}) => (await ask(sql, options)).rows;
  const CONTENT = `SELECT (SELECT count(*) FROM main.records), (SELECT count(*) FROM main.negatives),
    (SELECT count(*) FROM duckdb_tables()), (SELECT count(*) FROM duckdb_databases() WHERE NOT internal)`;

  beforeAll(async () => {
    const content = jsonl(
      { query_id: 'one', query: 'q1', positive: 'p1', negatives: ['n1', 'n2'] },
      { query_id: 'two', query: 'q2', positive: 'p2', negatives: ['n1'] },
      7,
    );
    source = (await loadSource(candidates, 'two.jsonl', content)).id;
  });

  it('sees sources, records, queries, passages, negatives and rejects', async () => {
    expect(await ask('SELECT source, name, file, format, dimension FROM sources')).toEqual({
      columns: [
        { name: 'source', type: 'INTEGER' },
        { name: 'name', type: 'VARCHAR' },
        { name: 'file', type: 'VARCHAR' },
        { name: 'format', type: 'VARCHAR' },
        { name: 'dimension', type: 'INTEGER' },
      ],
      rows: [[source, 'two', 'two.jsonl', expect.stringContaining('JSONL') as string, null]],
      total: 1,
    });
    expect(
      await rows(`SELECT query_id, q.text, p.text, n.text FROM records r JOIN queries q USING (query)
         JOIN passages p ON p.passage = positive JOIN negatives USING (source, record)
         JOIN passages n ON n.passage = negatives.passage ORDER BY record, position`),
    ).toEqual([
      ['one', 'q1', 'p1', 'n1'],
      ['one', 'q1', 'p1', 'n2'],
      ['two', 'q2', 'p2', 'n1'],
    ]);
    expect(await rows('FROM rejects SELECT file, place_kind, place, code')).toEqual([
      ['two.jsonl', 'line', 3, 'not-an-object'],
    ]);
  });

  it.each([
    ['FROM records', 2],
    ['VALUES (1), (2), (3)', 3],
    ['WITH t AS (SELECT 1 AS x) SELECT * FROM t', 1],
    ['(SELECT 1) UNION ALL (SELECT 2)', 2],
    ['DESCRIBE records', 7],
    ['SUMMARIZE records', 7],
    ['PIVOT records ON source IN (1, 2) USING count(*)', 2],
    ['-- a comment; with a semicolon\nSELECT 1 /* ; */ ; ; -- the end', 1],
    [`SELECT 'a;b', '-- no comment' -- é;`, 1],
    ['TABLE records', 2],
    ['SELECT $$a;b$$', 1],
    [`SELECT E'it\\'s; ok';`, 1],
    ['/* a /* b; */ ; c */ SELECT 1', 1],
    ['(/* a */ FROM records)', 2],
  ])('%s reads', async (sql, count) => {
    expect((await ask(sql)).total).toBe(count);
  });

  it('shows tables', async () => {
    expect((await rows('SHOW TABLES')).flat()).toEqual(
      expect.arrayContaining(['records', 'pairs', 'rejects']),
    );
  });

  it.each([
    'INSERT INTO records SELECT * FROM records',
    'UPDATE main.records SET place = 9',
    'DELETE FROM main.records',
    'DROP TABLE main.records',
    'CREATE TABLE t(x INTEGER)',
    'CREATE OR REPLACE VIEW records AS SELECT 1',
    'ALTER TABLE main.records ADD COLUMN x INTEGER',
    `ATTACH ':memory:' AS other`,
    'PRAGMA database_size',
    'SET threads = 2',
    'LOAD json',
    'CALL pragma_version()',
    'USE main',
    'CHECKPOINT',
    'VACUUM',
    'BEGIN',
    'PREPARE p AS DELETE FROM main.records',
    '/* SELECT */ DELETE FROM main.records',
    'WITH t AS (SELECT 1) INSERT INTO main.records SELECT * FROM records',
    'SELECT 1; DELETE FROM main.records',
    'SELECT 1; SELECT 2',
    'PIVOT records ON source USING count(*)',
    'EXPLAIN SELECT 1',
    '',
    '-- nothing',
  ])('is refused where it is %s, and nothing changes', async (sql) => {
    const before = await rows(CONTENT);
    const message =
      sql === '' || sql === '-- nothing' ? /^The query is empty\./ : /^This is not a single query\./;
    await expect(ask(sql)).rejects.toMatchObject({
      name: 'QueryRefusedError',
      message: expect.stringMatching(message) as string,
    });
    expect(await rows(CONTENT)).toEqual(before);
  });

  it.each([
    `COPY records TO 'records.csv'`,
    `EXPORT DATABASE 'all'`,
    'MERGE INTO main.records USING records ON false WHEN NOT MATCHED THEN INSERT VALUES (1)',
    'WITH t AS (DELETE FROM main.records RETURNING record) SELECT * FROM t',
    'SELECT 1) t; DELETE FROM main.records; SELECT * FROM (SELECT 1',
    `SELECT * FROM (SELECT E'\\'') t); COMMIT; DELETE FROM main.records; SELECT * FROM (SELECT 'x'`,
    'SELECT 1 --\r) t; COMMIT; DELETE FROM main.records; SELECT * FROM (SELECT 2',
    `SELECT 1 /* a /* b */ ' */) t; COMMIT; DELETE FROM main.records; SELECT * FROM (SELECT 1 --'`,
    `SELECT * FROM (SELECT\u00a0E'\\'') t); COMMIT; DELETE FROM main.records; SELECT * FROM (SELECT 1 --'`,
    `SELECT * FROM (PIVOT records ON source USING count(*)) t, (SELECT\u00a0E'\\'') u); COMMIT; DELETE FROM main.records; SELECT * FROM (SELECT 1 --'`,
  ])('is at fault where it is %s, and nothing changes', async (sql) => {
    const before = await rows(CONTENT);
    await expect(ask(sql)).rejects.toMatchObject({ name: 'QuerySyntaxError' });
    expect(await rows(CONTENT)).toEqual(before);
  });

  it.each([
    `SELECT * FROM read_csv('/etc/hostname')`,
    `SELECT * FROM 'https://example.org/a.parquet'`,
    `SELECT * FROM read_text('/etc/hostname')`,
  ])('reaches no file and no address: %s', async (sql) => {
    await expect(ask(sql)).rejects.toMatchObject({ name: 'QuerySyntaxError' });
  });

  it.each([
    ['SELECT *\nFROM records\nWHERE plaze = 1', 3, 'Referenced column "plaze" not found'],
    ['SELECT * FROM nowhere', 1, 'Table with name nowhere does not exist'],
    ['SELECT * FORM records', 1, 'syntax error at or near "records"'],
    [`SELECT 'a'::INTEGER FROM records`, null, 'Could not convert string'],
    ['SELECT\nname::INTEGER\nFROM sources', null, 'Could not convert string'],
    [`SELECT *\nFROM query('SELECT plaze FROM records')`, null, 'Referenced column "plaze" not found'],
    [`SELECT 'a`, 1, 'unterminated quoted string'],
    ['SELECT 1)) FROM (SELECT 2', 1, 'syntax error'],
  ])('at fault says where: %s', async (sql, line, reason) => {
    const where = line === null ? '(?!Line)' : `Line ${line}: `;
    await expect(ask(sql)).rejects.toMatchObject({
      name: 'QuerySyntaxError',
      message: expect.stringMatching(new RegExp(`^${where}.*${reason}`, 's')) as string,
    });
  });

  it('gives no more rows than asked for, the first ones in their order', async () => {
    expect(await ask('SELECT range FROM range(50) ORDER BY range DESC', { limit: 2 })).toEqual({
      columns: [{ name: 'range', type: 'BIGINT' }],
      rows: [[49n], [48n]],
      total: 50,
    });
    expect(await ask('SELECT * FROM range(2)', { limit: 2 })).toMatchObject({ total: 2 });
    expect(await ask('SELECT * FROM range(2)', { limit: 0 })).toMatchObject({ rows: [], total: 2 });
    expect(await ask('SELECT 1 WHERE false')).toMatchObject({ rows: [], total: 0 });
  });

  it('gives large and exact numbers, times and lists as they are', async () => {
    const { columns, rows: found } = await ask(
      `SELECT 9007199254740993::BIGINT, 18446744073709551615::UBIGINT, 170141183460469231731687303715884105727::HUGEINT,
         12345678901234567890.12::DECIMAL(38,2), 0.1::DOUBLE, 'NaN'::DOUBLE, true, NULL, [1, NULL], {a: 'b'},
         TIMESTAMP '2020-02-03 04:05:06.000007', 1 AS x, 2 AS x`,
    );
    expect(found).toEqual([
      [
        9007199254740993n,
        18446744073709551615n,
        '170141183460469231731687303715884105727',
        '12345678901234567890.12',
        0.1,
        Number.NaN,
        true,
        null,
        '[1, NULL]',
        `{'a': b}`,
        '2020-02-03 04:05:06.000007',
        1,
        2,
      ],
    ]);
    expect(columns[3]?.type).toBe('DECIMAL(38,2)');
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });

  it('can be cancelled, and lets others work meanwhile', async () => {
    const faulty = expect(ask('SELECT nothing')).rejects.toMatchObject({ name: 'QueryCancelledError' });
    const long = ask(LONG);
    await faulty;
    const ended = expect(long).rejects.toMatchObject({ name: 'QueryCancelledError' });
    expect(await candidates.rejectCounts()).toHaveLength(1);
    candidates.cancelQuery();
    await ended;
    expect(await rows('SELECT 1')).toEqual([[1]]);
    candidates.cancelQuery();
    expect(await rows('SELECT 2')).toEqual([[2]]);
  });

  it('is cancelled by the next one', async () => {
    const long = expect(ask(LONG)).rejects.toMatchObject({ name: 'QueryCancelledError' });
    const next = expect(ask(LONG)).rejects.toMatchObject({ name: 'QueryCancelledError' });
    expect(await rows('SELECT 3')).toEqual([[3]]);
    await Promise.all([long, next]);
  });

  it('lets files be loaded and removed while it is answered', async () => {
    const long = expect(ask(LONG)).rejects.toMatchObject({ name: 'QueryCancelledError' });
    const content = jsonl({ query: 'new', positive: 'np', negatives: ['nn'] });
    await candidates.remove((await loadSource(candidates, 'new.jsonl', content)).id);
    candidates.cancelQuery();
    await long;
    expect(await rows('SELECT name FROM sources')).toEqual([['two']]);
  });

  it('is cancelled by its own asker alone', async () => {
    const page = expect(ask(LONG)).rejects.toMatchObject({ name: 'QueryCancelledError' });
    const console = expect(ask(LONG, { asker: 'console' })).rejects.toMatchObject({
      name: 'QueryCancelledError',
    });
    expect(await rows('SELECT 4', { asker: 'console' })).toEqual([[4]]);
    await console;
    candidates.cancelQuery('console');
    candidates.cancelQuery('page');
    await page;
  });

  it('is saved whole as CSV, text as text and nothing as nothing', async () => {
    const sql = `SELECT * FROM (VALUES (1, 'a,"b"', NULL, -0.5, [1, NULL]), (9007199254740993, '=1+1', '', 2, []))
      AS t("the id", text, blank, number, list)`;
    const csv = await (await candidates.saveQuery(sql)).text();
    expect(csv).toBe(
      'the id,text,blank,number,list\n1,"a,""b""",,-0.5,"[1, NULL]"\n9007199254740993,\'=1+1,"",2.0,[]\n',
    );
    expect(await (await candidates.saveQuery('SELECT 1 AS x WHERE false')).text()).toBe('x\n');
    const many = await (await candidates.saveQuery('SELECT * FROM range(116233)')).text();
    expect(many.trimEnd().split('\n')).toHaveLength(116_234);
  });

  it('is not saved where it changes something or is at fault', async () => {
    const refused = { name: 'QueryRefusedError' };
    await expect(candidates.saveQuery('DELETE FROM main.records')).rejects.toMatchObject(refused);
    await expect(candidates.saveQuery('SELECT nothing')).rejects.toMatchObject({
      name: 'QuerySyntaxError',
    });
  });
});
