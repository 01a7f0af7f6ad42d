import '../runes';

import { beforeEach, describe, expect, it } from 'vitest';

import type { CleanRequest } from '../../../src/candidates/clean/types';
import { PAIR_REASONS } from '../../../src/engine/pair-reasons';
import type { PairCriteria } from '../../../src/engine/types';
import type { CleanSubject } from '../../../src/session/clean/clean-subjects';
import { CleaningState } from '../../../src/session/clean/cleaning-state.svelte';
import type { WorkerPair } from '../../../src/app/workers';
import { findings, wholeSource, type Row } from '../findings';

const RUN = {};
const SUBJECT: CleanSubject = {
  key: 1,
  fileId: 100,
  file: 'hard.jsonl',
  placeKind: 'line',
  sources: [
    { id: 101, name: 'bm25', colour: 0, flagged: false },
    { id: 102, name: 'random', colour: 1, flagged: true },
  ],
  tau: 0.1,
  run: RUN,
};

/** 30 records with one negative each, then one record with two. */
const WHOLE = [wholeSource(101, [...new Array<number>(30).fill(1), 2]), wholeSource(102, [1])];
const EACH: Row[] = Array.from({ length: 30 }, (_, record) => [record, 0, 2]);
const FOUND = [findings(101, 32, EACH), findings(102, 1, [[0, 0, 1]])];

describe('CleaningState', () => {
  let asked: PairCriteria[];
  let texts: string[];
  let written: CleanRequest[];
  let saved: string[];
  let failing: boolean;
  let cancelled: number;
  let cleaning: CleaningState;

  beforeEach(() => {
    [asked, texts, written, saved, failing, cancelled] = [[], [], [], [], false, 0];
    const engine = {
      findPairs: (criteria: PairCriteria) => {
        asked.push(criteria);
        return Promise.resolve(criteria.whole.length === 2 ? WHOLE : FOUND);
      },
    };
    const candidates = {
      pairTexts: (source: number, records: Int32Array, positions: Int32Array) => {
        texts.push(`${source}: ${records.join()} at ${positions.join()}`);
        return Promise.resolve(
          Array.from(records, (record) => ({
            place: record + 1,
            queryId: null,
            query: `${source}/${record}`,
            positive: 'p',
            negative: 'n',
          })),
        );
      },
      cancelExport: () => Promise.resolve((cancelled += 1)),
      exportCleaned: (request: CleanRequest, onProgress: (progress: object) => void) => {
        written.push(request);
        onProgress({ bytesRead: 1, bytesTotal: 2, rate: 1, secondsLeft: 1 });
        if (failing) return Promise.reject(new RangeError('no room'));
        return Promise.resolve({
          name: 'hard.cleaned.jsonl',
          reasonsName: 'hard.removed.csv',
          zipName: 'hard.cleaned.zip',
          zip: new Blob(['both of them']),
          pairsRemoved: 31,
          recordsRemoved: 31,
        });
      },
    };
    const pair = { engine, candidates, guard: <T>(answer: Promise<T>) => answer } as unknown as WorkerPair;
    cleaning = new CleaningState(
      { phase: 'ready', ready: () => Promise.resolve(pair) },
      (name, content) => void saved.push(`${name} ${content.size}`),
    );
  });

  it('asks for what was chosen, and for all pairs to know how many negatives a record has', async () => {
    expect(cleaning.asksFor(SUBJECT)).toBe(false);
    cleaning.setBucket('high_coverage', true);
    cleaning.setBucket('inversion', true);
    cleaning.setBucket('low_locality', true);
    cleaning.setBucket('low_locality', false);
    cleaning.setRange('rho', { to: 0.3 });
    cleaning.setRange('psi', { from: 0.9 });
    cleaning.flagged = true;
    expect(cleaning.asksFor(SUBJECT)).toBe(true);
    await cleaning.find(SUBJECT);
    const sources = [101, 102];
    expect(asked).toEqual([
      { tau: 0.1, sources, buckets: [], gates: {}, whole: sources },
      {
        tau: 0.1,
        sources,
        buckets: ['inversion', 'high_coverage'],
        gates: { rho: { from: 0, to: 0.3 }, psi: { from: 0.9, to: 1 } },
        whole: [102],
      },
    ]);
    expect(cleaning.choice).toEqual({ found: 31, chosen: 31, of: 33, sources: 2, emptied: 31 });
    expect(cleaning.found?.reasons).toContain('gates: ρ ≤ 0.3, 0.9 ≤ ψ');
    expect(cleaning.found?.reasons[0]).toBe('inverted: ρ < 0.5');
    expect(cleaning.busy).toBeNull();
  });

  it('does not ask for flagged sources where the file has none', () => {
    cleaning.flagged = true;
    const sources = SUBJECT.sources.slice(0, 1);
    expect(cleaning.asksFor({ ...SUBJECT, sources })).toBe(false);
  });

  it('refuses ranges that are none', () => {
    cleaning.setRange('rho', { from: 0.5, to: 0.3 });
    cleaning.setRange('eta', { to: 1.2 });
    expect(cleaning.problems).toEqual(['ρ: the range ends before it begins.', 'η: from 0 to 1.']);
    cleaning.setRange('rho', { from: null });
    cleaning.setRange('eta', { from: 0, to: 1 });
    expect(cleaning.problems).toEqual([]);
  });

  it('shows 25 pairs at a time, with their texts, source by source', async () => {
    await cleaning.find(SUBJECT);
    expect(cleaning.pages).toBe(2);
    expect(cleaning.rows).toHaveLength(25);
    expect(texts).toEqual([
      `101: ${EACH.slice(0, 25)
        .map(([record]) => record)
        .join()} at ${'0,'.repeat(24)}0`,
    ]);
    expect([cleaning.hasPrevious, cleaning.hasNext]).toEqual([false, true]);
    await cleaning.next();
    expect([cleaning.page, cleaning.hasPrevious, cleaning.hasNext]).toEqual([1, true, false]);
    expect(cleaning.rows.map(({ source, record }) => `${source}/${record}`)).toEqual(
      cleaning.texts.map(({ query }) => query),
    );
    expect(texts.slice(1)).toEqual(['101: 25,26,27,28,29 at 0,0,0,0,0', '102: 0 at 0']);
    await cleaning.turnTo(7);
    expect(cleaning.page).toBe(1);
    await cleaning.previous();
    expect(cleaning.page).toBe(0);
  });

  it('lets single pairs stay, and shows all pairs to choose from by hand', async () => {
    await cleaning.find(SUBJECT);
    cleaning.choose(0, false);
    expect(cleaning.choice).toMatchObject({ chosen: 30, emptied: 30 });
    expect(cleaning.rows[0]?.chosen).toBe(false);
    cleaning.chooseAll(false);
    expect(cleaning.choice).toMatchObject({ chosen: 0, emptied: 0 });
    await cleaning.showAll(SUBJECT);
    expect(cleaning.choice).toEqual({ found: 33, chosen: 0, of: 33, sources: 2, emptied: 0 });
    cleaning.choose(30, true);
    expect(cleaning.choice).toMatchObject({ chosen: 1, emptied: 0 });
    cleaning.choose(31, true);
    expect(cleaning.choice).toMatchObject({ chosen: 2, emptied: 1 });
    await cleaning.write();
    expect(written[0]?.reasons).toEqual(['chosen by hand']);
    expect(written[0]?.removed).toMatchObject([
      {
        source: 101,
        records: Int32Array.of(30, 30),
        positions: Int32Array.of(0, 1),
        reasons: Uint8Array.of(0, 0),
      },
    ]);
  });

  it('saves the cleaned file and the reasons', async () => {
    await cleaning.find(SUBJECT);
    cleaning.choose(0, false);
    cleaning.format = 'tuples';
    cleaning.withoutRejects = true;
    await cleaning.write();
    const [request] = written;
    expect(request).toMatchObject({
      fileId: 100,
      format: 'tuples',
      withoutRejects: true,
      reasons: PAIR_REASONS.map(({ words }) => words),
    });
    expect(request?.removed.map(({ source, records }) => [source, records.length])).toEqual([
      [101, 29],
      [102, 1],
    ]);
    expect(saved).toEqual(['hard.cleaned.zip 12']);
    expect(cleaning.written).toContain('hard.cleaned.zip holds hard.cleaned.jsonl without 31 pairs');
    expect([cleaning.busy, cleaning.progress]).toEqual([null, null]);
  });

  it('says why a file could not be written', async () => {
    await cleaning.find(SUBJECT);
    failing = true;
    await cleaning.write();
    expect(cleaning.notice).toEqual({ name: 'RangeError', message: 'no room' });
    expect(saved).toEqual([]);
    expect([cleaning.written, cleaning.busy]).toEqual([null, null]);
  });

  it('ends the writing in the worker, only while there is one', async () => {
    await cleaning.find(SUBJECT);
    await cleaning.cancelWriting();
    expect(cancelled).toBe(0);
    const writing = cleaning.write();
    await cleaning.cancelWriting();
    await writing;
    expect(cancelled).toBe(1);
  });

  it('knows when what was found is out of date', async () => {
    expect(cleaning.isCurrent(SUBJECT)).toBe(false);
    await cleaning.find(SUBJECT);
    expect(cleaning.isCurrent({ ...SUBJECT })).toBe(true);
    expect(cleaning.isCurrent({ ...SUBJECT, tau: 0.05 })).toBe(false);
    expect(cleaning.isCurrent({ ...SUBJECT, fileId: 200 })).toBe(false);
    expect(cleaning.isCurrent({ ...SUBJECT, run: {} })).toBe(false);
    expect(cleaning.isCurrent({ ...SUBJECT, sources: SUBJECT.sources.slice(1) })).toBe(false);
  });
});
