import { gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';

import { Companions } from '../../../src/candidates/records/companions';
import { DUCKDB_MIB, type StoreLimits } from '../../../src/candidates/store/memory-budget';
import type { FilePlan } from '../../../src/candidates/formats/plan';
import { loadFile } from '../../../src/candidates/load';
import { CandidateStore } from '../../../src/candidates/store/store';
import type { LoadedSource, LoadOutcome, RefusedFile } from '../../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../../src/candidates/reading';
import { bytesOf, nodeEngine, sourceOf, type Content } from '../support';
import { jsonl } from '../../support/jsonl';

const MEGABYTE = 1e6;

/** Records of about 1,000 bytes, no text of which comes twice under another mark. */
function records(count: number, mark: string): object[] {
  const filler = 'lorem ipsum dolor sit amet '.repeat(12);
  return Array.from({ length: count }, (_, i) => ({
    query: `${mark} query ${i}`,
    positive: `${mark} ${i} ${filler}`,
    negatives: [`${mark} n ${i} ${filler}`, `${mark} m ${i} ${filler}`],
  }));
}

const csv = (count: number, mark: string): string =>
  `query,positive,negative\n${records(count, mark)
    .map((record) => Object.values(record).flat().slice(0, 3).join(','))
    .join('\n')}\n`;

describe('a file that does not fit', () => {
  let store: CandidateStore<FilePlan>;
  afterEach(() => store.mirror.close());

  const start = async (limits: Partial<StoreLimits>): Promise<void> => {
    store = new CandidateStore(nodeEngine, {
      duckdbMiB: DUCKDB_MIB,
      sources: 30 * MEGABYTE,
      ...limits,
    });
  };
  const load = (
    name: string,
    content: Content,
    sample: LoadOptions['sample'] = null,
  ): Promise<LoadOutcome> => {
    const file = new File([bytesOf(content)], name);
    const context = {
      store,
      companions: new Companions(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    };
    return loadFile(context, file, { ...defaultLoadOptions(name), sample });
  };
  const refused = async (name: string, content: Content): Promise<RefusedFile> => {
    const outcome = await load(name, content);
    if (outcome.status !== 'refused') throw new Error(`${name} was loaded`);
    expect(store.rejects.all([outcome.id])).toEqual([]);
    expect(outcome.refused).toMatchObject({ file: name, error: 'FileTooLargeError', rejected: 0 });
    return outcome.refused;
  };
  const loaded = async (name: string, content: Content): Promise<LoadedSource> =>
    sourceOf(await load(name, content));
  /** That a sample of so many records as is proposed is loaded, or of the number that is proposed then. */
  const expectSampled = async (name: string, content: Content, proposed: number | null): Promise<void> => {
    if (proposed === null) throw new Error('no sample is proposed');
    const first = await load(name, content, { records: proposed, seed: 42 });
    const size = first.status === 'refused' ? (first.refused.sampleThatFits ?? 0) : proposed;
    const last = first.status === 'refused' ? await load(name, content, { records: size, seed: 42 }) : first;
    const { counts } = sourceOf(last);
    expect(counts.records).toBe(size);
    expect(size).toBeGreaterThan(5_000);
    expect(counts.leftOut).toBe(counts.read - counts.merged - counts.rejected - size);
  };
  /** That nothing of a refused file is left: what fitted before fits now. */
  const expectUsable = async (): Promise<void> => {
    const { id } = await loaded('after.jsonl', jsonl(...records(3_000, 'after')));
    const { queries, negatives } = store.structure(id);
    expect(queries).toHaveLength(3_000);
    expect(store.texts.passages.all(negatives.subarray(-1))).toEqual([
      expect.stringMatching(/^after m 2999 lorem/) as string,
    ]);
  };

  it('in no case is not read', async () => {
    await start({});
    const content = jsonl(...records(62_000, 'huge'));
    const { message, read, sampleThatFits } = await refused('huge.jsonl', content);
    expect(read).toBe(0);
    expect(message).toMatch(
      /^huge\.jsonl: its 6\d MB do not fit into this tab, which has 30 MB of memory for sources\. /,
    );
    expect(message).toMatch(/ Use a sample of [\d,]+ records\.$/);
    expect(sampleThatFits).toBeGreaterThan(20_000);
    await expectUsable();
    store.remove(store.files()[0]?.loaded.id ?? -1);
    await expectSampled('huge.jsonl', content, sampleThatFits);
  });

  it('is given up where it goes over the limit, and the part that would fit does', async () => {
    await start({});
    const all = records(42_000, 'big');
    const { read, sampleThatFits } = await refused('big.jsonl', jsonl({ query: 1 }, ...all));
    expect(read).toBeGreaterThan(5_000);
    expect(read).toBeLessThan(42_001);
    const fitting = sampleThatFits ?? 0;
    expect(fitting).toBeGreaterThan(5_000);
    const part = await loaded('part.jsonl', jsonl(...all.slice(0, fitting)));
    expect(part.counts.records).toBe(fitting);
  });

  it('is watched while it is unpacked', async () => {
    await start({});
    const packed = gzipSync(jsonl(...records(42_000, 'big')));
    const { message, read, sampleThatFits } = await refused('big.jsonl.gz', packed);
    expect(read).toBeLessThan(42_000);
    expect(message).toMatch(/its \d+ (MB|kB) \(packed\) do not fit/);
    await expectSampled('big.jsonl.gz', packed, sampleThatFits);
  });

  it('counts what is loaded already, until that is removed', async () => {
    await start({});
    const first = await loaded('first.jsonl', jsonl(...records(20_000, 'first')));
    const second = jsonl(...records(14_000, 'second'));
    const { message } = await refused('second.jsonl', second);
    expect(message).toMatch(/30 MB of memory for sources\. Other files take \d\d MB of it\./);
    expect(message).toMatch(/ Remove other sources, or use a sample of [\d,]+ records\.$/);
    store.remove(first.id);
    expect((await loaded('second.jsonl', second)).counts.records).toBe(14_000);
    expect(() => store.texts.passages.all(Int32Array.of(0))).toThrow(
      expect.objectContaining({ name: 'UnknownSourceError' }),
    );
  });

  it('is a table whose rows wait for the last one', async () => {
    await start({});
    const content = csv(36_000, 'big');
    const { read, sampleThatFits } = await refused('big.csv', content);
    expect(read).toBeLessThan(36_000);
    await expectSampled('big.csv', content, sampleThatFits);
    store.remove(store.files()[0]?.loaded.id ?? -1);
    expect((await loaded('small.csv', csv(3_000, 'small'))).counts.records).toBe(3_000);
  });

  it('is one of which nothing but rejects would fill the tables', async () => {
    await start({ sources: 2 * MEGABYTE });
    await refused(
      'numbers.jsonl',
      jsonl({ query: 'q', positive: 'p', negatives: ['n'] }, ...Array(60_000).fill(5)),
    );
    expect(store.memory()).toBeLessThan(MEGABYTE);
  });
});
