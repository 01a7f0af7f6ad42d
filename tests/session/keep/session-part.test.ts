import '../runes';

import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { KeptChoice, EncoderState } from '../../../src/session/encoder/encoder-state.svelte';
import { singleFile } from '../../../src/session/files/file-entries.svelte';
import { SourcesState } from '../../../src/session/files/sources-state.svelte';
import { SessionPart } from '../../../src/session/keep/session-part';
import { SESSION, type KeptSession } from '../../../src/session/keep/session-record';
import type { RunState } from '../../../src/session/run/run-state.svelte';
import type { FinishedRun } from '../../../src/session/run/runs';
import { runSource } from '../../../src/session/run/run-source';
import type { KeptSettings } from '../../../src/session/run/kept-settings';
import { RangeState } from '../../../src/session/run/range-state.svelte';
import type { SettingsState } from '../../../src/session/run/settings-state.svelte';
import { runResult, sourceResult } from '../../support/results';
import { asCompanion, asSources, FakeWorkers } from '../fake-workers';

const SETTINGS: KeptSettings = {
  tau: 0.07,
  tauIsMine: true,
  weighting: 'two-sided',
  sampled: true,
  sampleSize: 30,
  seed: 7,
  batchSize: 16,
  device: 'wasm',
  stopRule: 'certain',
  level: 0.9,
};

const FIGURES = { mean_rho_max: 0.6, mean_eta_max: 0.5, mean_psi_max: 0.4, inversion_rate_min: 0.1 };

/** The states of a page, of which the files are real. */
class Page {
  readonly workers = new FakeWorkers({
    'corpus.tsv': asCompanion,
    'labels.jsonl': asSources('bm25', 'dense', 'gone'),
  });
  readonly sources = new SourcesState(this.workers);
  choice: KeptChoice = { choice: 'served:x', selected: 'served:x', onnx: 'o', overrides: {}, folder: null };
  settingsKept = SETTINGS;
  readonly run = {
    finished: null as FinishedRun | null,
    ongoing: null,
    partial: null,
    scores: 'current',
    restore(finished: FinishedRun) {
      this.finished = finished;
    },
  };
  readonly range = new RangeState();
  demoAbout: string | null = null;
  told: string[] = [];
  reading: Promise<void> = Promise.resolve();

  readonly part = new SessionPart(
    {
      sources: this.sources,
      encoder: {
        kept: () => this.choice,
        restore: (kept: KeptChoice) => (this.choice = kept),
      } as unknown as EncoderState,
      settings: {
        kept: () => this.settingsKept,
        restore: (kept: KeptSettings) => (this.settingsKept = kept),
      } as unknown as SettingsState,
      range: this.range,
      run: this.run as unknown as RunState,
      demoAbout: this.demoAbout,
    },
    (sentence) => this.told.push(sentence),
    (reading) => (this.reading = reading),
  );
}

describe('SessionPart', () => {
  let build: string;

  beforeEach(() => {
    build = 'index-1.js';
    vi.stubGlobal('document', { querySelector: () => ({ src: `https://x.test/assets/${build}` }) });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** A page with a corpus, a file of three sources of which one was removed, and a result. */
  async function ranked(): Promise<Page> {
    const page = new Page();
    const files = ['corpus.tsv', 'labels.jsonl', 'late.jsonl'].map((name) => new File([name], name));
    await page.sources.add(files.map((file) => singleFile(file)));
    const labels = page.sources.loaded[0];
    if (!labels) throw new Error('The file is not loaded.');
    await page.sources.readAgain(labels, { ...labels.options, topK: 3 });
    const gone = page.sources.entries.find(({ name }) => name === 'gone');
    if (gone) await page.sources.remove(gone);
    const [first, second] = page.sources.entries;
    if (first && second) {
      await page.sources.rename(first, 'lexical');
      first.reference = false;
      second.setting = 'top 100';
    }
    const sources = page.sources.entries.flatMap(runSource);
    const results = sources.map(({ id, entry }) => sourceResult(id, entry.name));
    const ranAs = { tau: 0.07, weighting: 'full' } as const;
    page.range.restore({ byHand: true, figures: FIGURES });
    page.run.finished = {
      sources,
      result: runResult(results),
      ranAs,
      asked: {} as FinishedRun['asked'],
      inEngine: true,
      at: 3,
    };
    return page;
  }

  /** What is written of a page, through JSON and the schema, and its files by their names in the store. */
  function written(page: Page): { kept: KeptSession; files: Map<string, File> } {
    const files = new Map<string, File>();
    const name = (file: File) => {
      files.set(`of ${file.name}`, file);
      return `of ${file.name}`;
    };
    const content = page.part.snapshot()?.content(name);
    return { kept: v.parse(SESSION.schema, JSON.parse(JSON.stringify(content))), files };
  }

  async function restored(kept: KeptSession, files: ReadonlyMap<string, File>): Promise<Page> {
    const page = new Page();
    await page.part.restore(kept, (stored, name) => {
      const file = files.get(stored);
      return Promise.resolve(file ? new File([file], name) : null);
    });
    return page;
  }

  it('reads what was kept before ranges were', async () => {
    const { kept, files } = written(await ranked());
    const older = v.parse(SESSION.schema, { ...kept, range: undefined });
    const page = await restored(older, files);
    expect(page.range.kept().byHand).toBe(false);
    expect(page.settingsKept).toEqual(SETTINGS);
  });

  it('is nothing without files', () => {
    expect(new Page().part.snapshot()).toBeNull();
  });

  it('puts back files with how they were read, sources with what was said of them, settings and encoder', async () => {
    const before = await ranked();
    const { kept, files } = written(before);
    const page = await restored(kept, files);
    expect(page.run.finished?.result).toEqual(before.run.finished?.result);
    expect(page.run.finished?.inEngine).toBe(false);
    await page.reading;
    expect(page.workers.loads).toEqual(['corpus.tsv', 'labels.jsonl', 'late.jsonl']);
    expect(page.workers.options.get('labels.jsonl')?.topK).toBe(3);
    const said = ({ sources }: Page) =>
      sources.entries.map(({ key, colour, name, setting, reference }) => [
        key,
        colour,
        name,
        setting,
        reference,
      ]);
    expect(said(page)).toEqual(said(before));
    expect(said(page).map(([, , name]) => name)).toEqual(['lexical', 'dense', 'late']);
    expect(page.settingsKept).toEqual(SETTINGS);
    expect(page.range.entered).toEqual(FIGURES);
    expect(page.choice).toEqual(before.choice);
    expect(page.run.finished?.sources.map(({ entry }) => entry)).toEqual([...page.sources.entries]);
    expect(page.told).toEqual([]);
    const next = new File(['n'], 'next.jsonl');
    await page.sources.add([singleFile(next)]);
    const keys = page.sources.files.flatMap((file) => [file.key, ...file.sources.map(({ key }) => key)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('says whose bytes are gone, and then shows no result of them', async () => {
    const { kept, files } = written(await ranked());
    files.delete('of labels.jsonl');
    const page = await restored(kept, files);
    await page.reading;
    expect(page.told).toEqual(['The bytes of labels.jsonl are no longer kept: choose the file again.']);
    expect(page.sources.entries.map(({ name }) => name)).toEqual(['late']);
    expect(page.run.finished).toBeNull();
  });

  it('shows no result of another build, and says so; files and settings come back', async () => {
    const { kept, files } = written(await ranked());
    build = 'index-2.js';
    const page = await restored(kept, files);
    await page.reading;
    expect(page.run.finished).toBeNull();
    expect(page.told.join()).toContain('The kept result is of another version of this page.');
    expect(page.sources.entries.map(({ name }) => name)).toEqual(['lexical', 'dense', 'late']);
  });

  it('keeps no result that shows a removed source', async () => {
    const page = await ranked();
    const last = page.sources.entries.at(-1);
    if (last) await page.sources.remove(last);
    expect(written(page).kept.result).toBeNull();
  });

  it('keeps a model folder without the weights of other runtimes, and none above 1 GiB', async () => {
    const page = await ranked();
    const file = (path: string, size = 1) => {
      const made = new File(['x'], path.split('/').at(-1) ?? path);
      Object.defineProperty(made, 'size', { value: size });
      return { path, file: made };
    };
    const small = [file('onnx/model.onnx'), file('tokenizer.json'), file('model.safetensors', 2 ** 31)];
    page.choice = {
      ...page.choice,
      choice: 'picked',
      selected: 'picked',
      folder: { name: 'bge', files: small },
    };
    const { kept, files } = written(page);
    expect(kept.encoder.folder?.files?.map(({ path }) => path)).toEqual([
      'onnx/model.onnx',
      'tokenizer.json',
    ]);
    const again = await restored(kept, files);
    expect(again.choice.folder?.files.map(({ path }) => path)).toEqual(['onnx/model.onnx', 'tokenizer.json']);

    const large = [file('onnx/model.onnx', 2 ** 30), file('tokenizer.json')];
    page.choice = { ...page.choice, folder: { name: 'bge', files: large } };
    const without = written(page);
    expect(without.kept.encoder.folder).toEqual({ name: 'bge', files: null });
    const later = await restored(without.kept, without.files);
    expect(later.choice).toMatchObject({ choice: null, folder: null });
    expect(later.told.join()).toContain("The encoder's folder bge is not kept (it is above");
  });

  it('leaves alone what the user has given in the meantime', async () => {
    const { kept, files } = written(await ranked());
    const page = new Page();
    await page.sources.add([singleFile(new File(['m'], 'mine.jsonl'))]);
    await page.part.restore(kept, (stored) => Promise.resolve(files.get(stored) ?? null));
    expect(page.sources.files.map(({ file }) => file.name)).toEqual(['mine.jsonl']);
    expect(page.run.finished).toBeNull();
  });

  it('counts the demo alone as no work', async () => {
    const page = new Page();
    await page.sources.add([singleFile(new File(['d'], 'demo.jsonl'), 'made so')]);
    page.run.finished = (await ranked()).run.finished;
    expect(page.part.work()).toBe('none');
    await page.sources.add([singleFile(new File(['m'], 'mine.jsonl'))]);
    expect(page.part.work()).toBe('keepable');
    page.run.finished = null;
    expect(page.part.work()).toBe('none');
  });
});
