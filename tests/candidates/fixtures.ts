/** The fixtures of candidate files, and what is read of them (fixtures/README.md). */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeEach } from 'vitest';

import { Companions } from '../../src/candidates/records/companions';
import type { FilePlan } from '../../src/candidates/formats/plan';
import { loadFile } from '../../src/candidates/load';
import { CandidateStore } from '../../src/candidates/store/store';
import type { LoadedFile, LoadedSource, LoadOutcome } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type LabelChoice, type LoadOptions } from '../../src/candidates/reading';
import type { CompanionKind, FormatId } from '../../src/candidates/formats/catalogue';
import { fileOf, nodeEngine } from './support';

const FOLDER = fileURLToPath(new URL('fixtures/', import.meta.url));

export interface ExpectedRecord {
  readonly source: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly embeddings?: {
    readonly query: number[];
    readonly positive: number[];
    readonly negatives: number[][];
  };
}

export interface ExpectedFile {
  readonly file: string;
  readonly words: string;
  readonly label: LabelChoice;
  readonly topK?: number;
  /** Without names of columns: read in their order. */
  readonly byOrder?: boolean;
  readonly removed: { readonly blank: number; readonly duplicate: number; readonly furtherPositives: number };
  readonly missingScores?: number;
  readonly records: readonly ExpectedRecord[];
}

export interface Fixture {
  readonly name: string;
  readonly format: FormatId;
  readonly companions: readonly {
    readonly file: string;
    readonly kind: CompanionKind;
    readonly words: string;
    readonly entries: number;
  }[];
  readonly files: readonly ExpectedFile[];
}

export const fixtures: readonly Fixture[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    ...(JSON.parse(readFileSync(join(FOLDER, name, 'expected.json'), 'utf8')) as Omit<Fixture, 'name'>),
  }));

/** The bytes of a file of a fixture. */
export function fixtureBytes(fixture: Fixture, file: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(join(FOLDER, fixture.name, file)));
}

/** A file of a fixture, as it comes out of a dropped folder. */
export function fixtureFile(fixture: Fixture, file: string): File {
  return fileOf(basename(file), fixtureBytes(fixture, file));
}

/** How a file of a fixture is to be loaded. */
export function optionsFor({ file, label, topK, byOrder = false }: ExpectedFile): LoadOptions {
  const defaults = defaultLoadOptions(file);
  return { ...defaults, label, topK: topK ?? defaults.topK, byOrder };
}

/** A store and its companions, to load files into. */
export class Bench {
  readonly companions = new Companions();

  readonly store = new CandidateStore<FilePlan>(nodeEngine);

  /** What was loaded since it was emptied. */
  readonly there: LoadOutcome[] = [];

  async load(file: File, options: LoadOptions = defaultLoadOptions(file.name)): Promise<LoadOutcome> {
    const { store, companions } = this;
    const signal = new AbortController().signal;
    const outcome = await loadFile({ store, companions, signal, onProgress: () => undefined }, file, options);
    this.there.push(outcome);
    return outcome;
  }

  async loadCompanions(fixture: Fixture): Promise<LoadOutcome[]> {
    const outcomes: LoadOutcome[] = [];
    for (const { file } of fixture.companions) {
      outcomes.push(await this.load(fixtureFile(fixture, file), defaultLoadOptions(file)));
    }
    return outcomes;
  }

  /** The numbers that a source's file gives, row by row. */
  embeddings(source: number) {
    const rows = this.store.structure(source).embeddings ?? [];
    return {
      queries: rows.flatMap(({ query }) => [...query]),
      positives: rows.flatMap(({ positive }) => [...positive]),
      negatives: rows.flatMap(({ negatives }) => negatives.flatMap((negative) => [...negative])),
    };
  }

  /** Forgets what was loaded. */
  async clear(outcomes: readonly LoadOutcome[]): Promise<void> {
    for (const { id } of outcomes) {
      this.companions.remove(id);
      this.store.remove(id);
    }
  }

  /** The records of a loaded source, read back from the store, without their embeddings. */
  async recordsOf(source: LoadedSource): Promise<Omit<ExpectedRecord, 'embeddings'>[]> {
    const { store } = this;
    const columns = store.structure(source.id);
    const { offsets } = columns;
    const positiveTexts = store.texts.passages.all(columns.positives);
    const negativeTexts = store.texts.passages.all(columns.negatives);
    return store.texts.queries.all(columns.queries).map((query, record) => ({
      source: source.label,
      place: columns.places[record] as number,
      queryId: store.texts.names.text(columns.queryIds[record] as number),
      query,
      positive: positiveTexts[record] as string,
      negatives: negativeTexts.slice(offsets[record], offsets[record + 1]),
    }));
  }
}

/** A bench for the tests of a file, which is closed after them; what a test loads is forgotten after it. */
export async function openBench(): Promise<Bench> {
  const bench = new Bench();
  beforeEach(() => void bench.there.splice(0));
  afterEach(() => bench.clear(bench.there));
  afterAll(() => bench.store.mirror.close());
  return bench;
}

/** The files that a loaded outcome gives; throws for any other. */
export function loadedOf(outcome: LoadOutcome): LoadedFile {
  if (outcome.status !== 'loaded') throw new Error(`not loaded: ${JSON.stringify(outcome)}`);
  return outcome.loaded;
}
