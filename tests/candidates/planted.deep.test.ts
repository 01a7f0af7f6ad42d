/** A training file with faults of sixteen kinds, through the workers' own classes: what share of each a finding's pairs hold. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { SourceColumns } from '../../src/candidates/store/source-columns';
import type { CandidateStore } from '../../src/candidates/store/store';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { FOUND_IDS, foundBits } from '../../src/crossfilter/found';
import { Engine } from '../../src/engine/engine';
import { FOUND_OF } from '../../src/session/audit/finding-words';
import { startEncoderWorker, stubBrowserGlobals } from '../support/browser-globals';
import { folderOnDisk, POTION, potionIsHere } from '../support/folders';
import { plantedFiles, plantedIsHere, type PlantedKind } from '../support/planted';
import { encoderOf, runRequest, silent } from '../support/runs';
import { fileOf, loadSource, openCandidates } from './support';

/** The finding on which each kind is looked for; null: a rule of the basket, which takes negatives or lines that are no pair. */
const FINDING: Readonly<Record<PlantedKind, keyof typeof FOUND_OF | null>> = {
  copies: 'copies',
  'near copies': 'near-copies',
  random: 'random',
  'stock text': 'stock',
  'stock sentence': 'sentence',
  'foreign negatives': 'language',
  'foreign queries': 'language',
  'swapped positives': 'loose',
  markup: 'markup',
  'broken letters': 'letters',
  repeats: null,
  'blank negatives': null,
  'blank queries': null,
  'blank positives': null,
  'evaluation queries': 'evaluation',
  'evaluation documents': 'evaluation',
};

const candidates = openCandidates();

describe.skipIf(!plantedIsHere || !potionIsHere)('a file with known faults', () => {
  beforeAll(() => stubBrowserGlobals());

  it('has at least nine tenths of fourteen kinds or more among the pairs of a finding', async () => {
    const { jsonl, references, heldout, truth } = plantedFiles();
    const own = await loadSource(candidates, 'private.jsonl', jsonl);
    const all = [own];
    for (const [i, text] of references.entries())
      all.push(await loadSource(candidates, `reference-${i}.jsonl`, text));
    const evaluation = { ...defaultLoadOptions('heldout.jsonl'), format: 'evaluation' as const };
    await candidates.load(fileOf('heldout.jsonl', heldout), evaluation, silent);
    const engine = new Engine(new URL('http://localhost/models/'), startEncoderWorker);
    engine.setCandidates(candidates);
    const sources = all.map(({ id, name }, i) => ({ id, name, reference: i > 0 }));
    await engine.run(
      runRequest(sources, { encoder: encoderOf(folderOnDisk('potion-base-2M', POTION)) }),
      silent,
    );
    const pairs = engine.flatPairs();
    const began = performance.now();
    const inFiles = await Promise.all(all.map(({ id }) => candidates.foundInFile(id)));
    const bits = foundBits(pairs, inFiles);
    const milliseconds = performance.now() - began;
    const { store } = candidates as unknown as { store: CandidateStore };
    const { offsets, places, origins }: SourceColumns = store.structure(own.id);
    const rows = new Map<string, number[]>();
    pairs.source.forEach((id, row) => {
      if (id !== own.id) return;
      const record = pairs.record[row] as number;
      const index = origins.indices[(offsets[record] as number) + (pairs.position[row] as number)];
      const line = places[record];
      for (const key of [`${line}`, `${line}:${index}`]) rows.set(key, [...(rows.get(key) ?? []), row]);
    });
    const rejects = store.rejects.all([own.fileId]);
    const blank = rejects.filter(({ code }) => code === 'blank-query' || code === 'blank-positive');
    const rejected = new Set(blank.map(({ place }) => place));
    const shares = Object.entries(truth).map(([kind, planted]) => {
      const finding = FINDING[kind as PlantedKind];
      if (finding === null) {
        const counted = {
          repeats: own.counts.duplicateNegativesRemoved,
          'blank negatives': own.counts.blankNegativesRemoved,
        };
        const lines = planted.filter(({ line }) => rejected.has(line)).length;
        const found = kind in counted ? counted[kind as keyof typeof counted] : lines;
        return { kind, share: Math.min(1, found / planted.length) };
      }
      const found = FOUND_OF[finding];
      const bit = found === undefined ? 0 : 1 << FOUND_IDS.indexOf(found);
      const held = planted.flatMap(({ line, negative }) =>
        negative === null ? (rows.get(`${line}`) ?? []) : (rows.get(`${line}:${negative}`) ?? []),
      );
      return { kind, share: held.filter((row) => ((bits[row] as number) & bit) !== 0).length / held.length };
    });
    console.info(
      `found in ${milliseconds.toFixed(0)} ms:`,
      Object.fromEntries(shares.map(({ kind, share }) => [kind, share.toFixed(3)])),
    );
    expect(shares.filter(({ share }) => share >= 0.9).length).toBeGreaterThanOrEqual(14);
    // A clean miner has hardly any record whose positive is not tied to its query.
    const loose = pairs.findings.loose_positive ?? new Uint8Array(0);
    const clean = loose.filter((flag, row) => flag === 1 && pairs.source[row] !== own.id).length;
    expect(clean / (2 * 15_000)).toBeLessThan(0.005);
  }, 300_000);
});
