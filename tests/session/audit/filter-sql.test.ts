/** SQL of a filter, run by DuckDB over pairs whose gates are computed here by hand. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { figureSql } from '../../../src/session/audit/figures';
import { askedPairsSql, filterInSql, pairQuery, withLiterals } from '../../../src/session/audit/filter-sql';
import {
  MOST_SUSPICIOUS,
  NO_FILTER,
  type PairFilter,
  type PairSort,
} from '../../../src/session/audit/filter';
import { emptyGates, gatesOf } from '../../../src/scoring/pair-gates';
import { type Gating, WEIGHTING_IDS, WEIGHTINGS } from '../../../src/scoring/weightings';
import { fileOf, jsonl, nodeEngine, sourceOf } from '../../candidates/support';

const GATING: Gating = { tau: 0.05, weighting: 'full' };

/** m, l, ‖v⁺ − v⁻‖ and C of three pairs: inverted; near the positive; far off. */
const MARGIN = [-0.1, 0.01, 0.4];
const LOCALITY = [-0.2, 0.3, -0.06];
const DISTANCE = [1.1, 0.2, 1.4];
const COVERAGE = [0.5, 0.2, 0];
const SUSPICION = [0.3, 0.98, 0];
const NOT_LOOKED_FOR = { other_positive: null, near_text: null };

describe('SQL of a filter', () => {
  let candidates: Candidates;
  let hara: number;
  const ask = async (filter: Partial<PairFilter>, sort: PairSort = { by: 'file', descending: false }) => {
    const { sql, params } = pairQuery({ ...NO_FILTER, ...filter }, sort, GATING);
    const { rows } = await candidates.query(sql, { limit: 100, params });
    return rows.map(([source, , position]) => `${String(source)} ${String(position)}`);
  };

  beforeAll(async () => {
    candidates = new Candidates(nodeEngine);
    const files = {
      "o'hara": { query: 'Où est le café ?', positive: 'là', negatives: ['x', 'y', 'z'] },
      other: { query: 'q', positive: 'p', negatives: ['What? A MÜLLER'] },
    };
    const load = (name: string, record: object) =>
      candidates.load(fileOf(`${name}.jsonl`, jsonl(record)), defaultLoadOptions(name), () => undefined);
    hara = sourceOf(await load("o'hara", files["o'hara"])).id;
    const other = sourceOf(await load('other', files.other)).id;
    const { rows } = await candidates.query(
      'SELECT passage FROM negatives ORDER BY source, record, position',
      { limit: 4 },
    );
    await candidates.fillPairs({
      source: Int32Array.of(hara, hara, hara, other),
      record: new Int32Array(4),
      position: Int32Array.of(0, 1, 2, 0),
      query: new Int32Array(4),
      positive: new Int32Array(4),
      negative: Int32Array.from(rows, ([passage]) => Number(passage)),
      margin: Float64Array.from([...MARGIN, ...MARGIN.slice(0, 1)]),
      locality: Float64Array.from([...LOCALITY, ...LOCALITY.slice(0, 1)]),
      distance: Float64Array.from([...DISTANCE, ...DISTANCE.slice(0, 1)]),
      coverage: Float64Array.from([...COVERAGE, ...COVERAGE.slice(0, 1)]),
      overlap: new Float64Array(4),
      unrelated: Uint8Array.of(0, 1, 0, 0),
      suspicion: Float64Array.from([...SUSPICION, ...SUSPICION.slice(0, 1)]),
      findings: { ...NOT_LOOKED_FOR, same_text: Uint8Array.of(0, 0, 1, 0) },
    });
  });

  afterAll(() => candidates.close());

  it.each<[string, Partial<PairFilter>, string[]]>([
    ['nothing', {}, ["o'hara 1", "o'hara 2", "o'hara 3", 'other 1']],
    ['a source with a quote in its name', { sources: ["o'hara"] }, ["o'hara 1", "o'hara 2", "o'hara 3"]],
    ['a source that is not there', { sources: ['none'] }, []],
    ['inversions', { found: ['inversion'] }, ["o'hara 1", 'other 1']],
    // 1 − 0.2² / 2 = 0.98.
    ['pairs near the positive', { found: ['near_positive'] }, ["o'hara 2"]],
    ['both of two', { found: ['low_locality', 'inversion'] }, ["o'hara 1", 'other 1']],
    ['a finding by text', { found: ['same_text'] }, ["o'hara 3"]],
    ['a finding that was not looked for', { found: ['near_text'] }, []],
    ['pairs that look random', { found: ['unrelated'] }, ["o'hara 2"]],
    // −0.06 ≤ −0.05 ln 3 = −0.0549.
    ['low locality', { found: ['low_locality'] }, ["o'hara 1", "o'hara 3", 'other 1']],
    ['high coverage', { found: ['high_coverage'] }, ["o'hara 1", 'other 1']],
    ['valid, low locality', { found: ['valid_low_locality'] }, ["o'hara 3"]],
    ['valid, high coverage', { found: ['valid_high_coverage'] }, []],
    // σ(0.2) = 0.5498.
    ['a range of ρ', { ranges: { rho: { from: 0.5, to: 0.56 } } }, ["o'hara 2"]],
    ['an open range of m', { ranges: { m: { from: 0, to: null } } }, ["o'hara 2", "o'hara 3"]],
    ['a range of cosines', { ranges: { cos: { from: null, to: 0.1 } } }, ["o'hara 3"]],
    ['text without its accents', { search: 'CAFE' }, ["o'hara 1", "o'hara 2", "o'hara 3"]],
    ['text of the positive', { search: 'la' }, ["o'hara 1", "o'hara 2", "o'hara 3"]],
    ['text of the negative, with a question mark', { search: 'what? a mu' }, ['other 1']],
    ['per cent signs as they are', { search: '%' }, []],
  ])('gives %s', async (_, filter, found) => {
    expect(await ask(filter)).toEqual(found);
  });

  it('sorts by suspicion, by a figure, and by the files', async () => {
    expect((await ask({}, MOST_SUSPICIOUS))[0]).toBe("o'hara 2");
    expect(await ask({}, { by: 'm', descending: true })).toEqual([
      "o'hara 3",
      "o'hara 2",
      "o'hara 1",
      'other 1',
    ]);
    expect(await ask({}, { by: 'file', descending: true })).toEqual([
      'other 1',
      "o'hara 3",
      "o'hara 2",
      "o'hara 1",
    ]);
  });

  it('is the same query with its values written into it', async () => {
    const filter = { ...NO_FILTER, sources: ["o'hara"], search: "?' OR 1=1 --" };
    const query = pairQuery(filter, MOST_SUSPICIOUS, GATING);
    const text = withLiterals(query);
    expect(text).toContain("sources.name IN ('o''hara')");
    expect((await candidates.query(text, { limit: 9 })).rows).toEqual(
      (await candidates.query(query.sql, { limit: 9, params: query.params })).rows,
    );
  });

  it('takes semicolons and blanks from the end of a query, and nothing else of it', () => {
    const blanks = ' \n;'.repeat(100_000);
    expect(askedPairsSql(`FROM a${blanks}`)).toContain('FROM (\nFROM a\n)');
    expect(askedPairsSql(`FROM a${blanks}b`)).toContain(`FROM (\nFROM a${blanks}b\n)`);
  });

  it.each([
    ['the key of the source', 'SELECT source, record, position FROM pairs WHERE m < 0 -- all inverted'],
    [
      'its name',
      'SELECT s.name AS source, record, position\nFROM pairs JOIN sources s USING (source) WHERE m < 0;;',
    ],
    [
      'more columns and its own table',
      "WITH asked AS (FROM pairs) SELECT '?' AS text, * FROM asked WHERE m < 0",
    ],
  ])('takes the pairs of another query by %s', async (_, sql) => {
    const asked = await candidates.query(askedPairsSql(sql), { limit: 9 });
    expect(asked.rows.map(String).sort()).toEqual(["o'hara,1,1", 'other,1,1']);
    const filter = { ...NO_FILTER, sql, ranges: { m: { from: null, to: 1 } }, sources: ["o'hara"] };
    const { rows } = await candidates.query(filterInSql(filter, MOST_SUSPICIOUS, GATING), { limit: 9 });
    expect(rows.map(([source, record, position]) => [source, record, position])).toEqual([["o'hara", 1, 1]]);
  });

  it('takes no pair of a query that names none, and says what a column lacks', async () => {
    const { rows } = await candidates.query(
      askedPairsSql("SELECT NULL AS source, 'x' AS record, 1 AS position"),
      { limit: 9 },
    );
    expect(rows).toEqual([]);
    await expect(candidates.query(askedPairsSql('SELECT 1 AS source'), { limit: 9 })).rejects.toMatchObject({
      name: 'QuerySyntaxError',
    });
  });

  it('knows the marks, and pairs without one', async () => {
    const records = Int32Array.of(0, 0);
    const positions = Int32Array.of(0, 1);
    await candidates.fillMarks([
      {
        source: hara,
        records,
        positions,
        marks: Uint8Array.of(2, 1),
        notes: ['', ''],
        verdicts: Uint8Array.of(0, 2),
        judges: ['', 'me'],
      },
    ]);
    expect(await ask({ marks: ['drop'] })).toEqual(["o'hara 1"]);
    expect(await ask({ marks: ['none'] })).toEqual(["o'hara 3", 'other 1']);
    expect(await ask({ marks: ['none', 'keep'] })).toEqual(["o'hara 2", "o'hara 3", 'other 1']);
    expect(await ask({ verdicts: ['does not answer'] })).toEqual(["o'hara 2"]);
    expect(await ask({ verdicts: ['none', 'answers'] })).toEqual(["o'hara 1", "o'hara 3", 'other 1']);
  });

  it.each(WEIGHTING_IDS)('has the weight %s of the scoring code', async (weighting) => {
    for (const tau of [0.05, 0.02]) {
      const { sql, params } = figureSql('w', { tau, weighting });
      const { rows } = await candidates.query(
        `SELECT ${sql} FROM gates(?) ORDER BY source, record, position`,
        { limit: 9, params: [...params, tau] },
      );
      for (const [i, [weight]] of rows.slice(0, 3).entries()) {
        const gates = emptyGates(tau);
        const [m, l, d, c] = [MARGIN, LOCALITY, DISTANCE, COVERAGE].map((column) => column[i] as number);
        gatesOf(m as number, l as number, d as number, c as number, tau, gates);
        expect(weight).toBeCloseTo(WEIGHTINGS[weighting].weight(gates), 12);
      }
    }
  });
});
