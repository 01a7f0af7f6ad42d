/**
 * The class of the mining worker: reads a corpus, mines it, and can be cancelled. Index, vectors, scores of pairs and what was
 * mined stay as data: another option costs no second index, another form no second mining.
 */

import type { EncoderSurroundings, KnownEncoder, ModelSource } from '../encoder/types';
import type { CrossScoring } from '../engine/cross-scoring';
import { sha256OfStream } from '../hash';
import { chosenModel } from '../identity';
import type { RefusedLine, RequestForm } from '../judge/batch-api';
import type { CosinesLoader } from '../simd/cosines';
import { CARD_VERSION, type CardEncoder, type CardMethod, type MiningCard, type SourceRequest } from './card';
import { nearCopies } from './copies';
import { denseSearcher, type MiningEncoder } from './dense';
import { MiningInputError, type MiningCorpus } from './corpus';
import { writeForm, type FormId, type WrittenRecord } from './forms';
import { promptLines, writtenByModel, type PromptSettings } from './llm';
import { mine, RecordFacts, written, type MinedNegatives, type Rescore, type Searcher } from './mine';
import { summaryOf, type InputSummary } from './notes';
import { optionFaults } from './options';
import { Work, type MiningProgress } from './progress';
import { readInput, type GivenFile, type ReadInput, type ReadSettings } from './read';
import { bm25Index, type Bm25Settings } from './search/bm25';

/** The models that are chosen; a mining runs those that it needs. */
export interface MiningModels {
  readonly encoder: MiningEncoder | null;
  readonly crossEncoder: ModelSource | null;
}

/** The models that a source cannot be mined without. */
export const neededModels = ({ method, options }: SourceRequest) => ({
  encoder: method === 'dense',
  crossEncoder: options.score_by === 'cross-encoder',
});

/** What the worker gives to the class. */
export interface MiningSurroundings extends Pick<EncoderSurroundings, 'base' | 'startWorker'> {
  readonly cosines: CosinesLoader;
  readonly cross: CrossScoring;
  /** Of the program, for cards. */
  readonly version: string;
}

interface MadeSource {
  /** All that its card says before it is written. */
  readonly card: Omit<MiningCard, 'output'>;
  /** Negatives that were asked for: an n-tuple has as many. */
  readonly numNegatives: number;
  readonly corpus: Pick<MiningCorpus, 'texts' | 'ids' | 'records'>;
  readonly records: readonly MinedNegatives[];
  /** Answers of a language model that could not be used. */
  readonly refused: readonly RefusedLine[];
}

/** A source in a form, with its card. */
export interface MinedFile extends Pick<MadeSource, 'refused'> {
  readonly name: string;
  readonly content: Blob;
  readonly card: MiningCard;
  readonly cardName: string;
  readonly cardContent: Blob;
  /** The first twenty records that have negatives. */
  readonly examples: readonly WrittenRecord[];
}

type OnProgress = (progress: MiningProgress) => void;

type KeptSearcher = Searcher & { readonly encoder: CardEncoder | null };

/** What was read, and all that was made of it. */
interface Given {
  readonly input: ReadInput;
  readonly settings: ReadSettings;
  readonly facts: RecordFacts;
  readonly made: Map<string, MadeSource>;
  /** Searchers and cross-encoder, by what they were made of. */
  readonly kept: Map<string, { readonly key: string; readonly made: unknown }>;
}

export class Mining {
  private work = new Work();
  private reading = new AbortController();
  private given: Given | null = null;
  private readonly seen = { known: new Map<string, KnownEncoder>(), failed: new Map<string, string>() };

  constructor(private readonly surroundings: MiningSurroundings) {}

  /** @param evaluation files whose relevant documents are never mined, with those that have their texts */
  async read(
    files: readonly GivenFile[],
    evaluation: readonly GivenFile[],
    settings: ReadSettings,
    onProgress: OnProgress,
  ): Promise<InputSummary> {
    this.reading = new AbortController();
    const work = this.begin(onProgress);
    this.given = null;
    const onBytes = (read: number, all: number) => work.tell('read', read, all);
    const input = await readInput(files, evaluation, settings, this.reading.signal, onBytes);
    const { corpus } = input;
    const copies = await work.follow('copies', corpus.texts.length, nearCopies(corpus));
    const facts = new RecordFacts(corpus);
    this.given = { input, settings, facts, made: new Map(), kept: new Map() };
    return summaryOf(input, copies);
  }

  /**
   * Mines a source and writes it with its card.
   * @throws MiningInputError for options that do not fit; RunCancelledError; the errors of src/encoder/errors.ts
   */
  async mine(request: SourceRequest, models: MiningModels, onProgress: OnProgress): Promise<MinedFile> {
    const { input, facts } = this.ready();
    const { name, method, bm25, options } = request;
    const { corpus } = input;
    const [fault] = optionFaults(options);
    if (fault !== undefined) throw new MiningInputError(fault);
    const work = this.begin(onProgress);
    const needed = neededModels(request);
    const cross = needed.crossEncoder ? await this.crossEncoder(models.crossEncoder, work) : null;
    const searcher = await this.searcher(request, models.encoder, work);
    const { records, counts } = await mine(corpus, facts, searcher, options, cross?.rescore, (done) => {
      work.tell('search', done, corpus.records.length);
      return work.task.breathe();
    });
    const part: CardMethod = {
      method,
      bm25: method === 'bm25' ? bm25 : null,
      encoder: searcher.encoder,
      cross_encoder: cross?.identity ?? null,
      options,
      counts,
    };
    const card = this.card(name, { parts: [part] });
    const source = { card, numNegatives: options.num_negatives, corpus, records, refused: [] };
    return this.write(source, request, work);
  }

  /** A source that was made of what is read now, in another format. @throws MiningInputError for any other */
  inForm(name: string, form: FormId, withScores: boolean): Promise<MinedFile> {
    const source = this.given?.made.get(name);
    if (source !== undefined) return this.write(source, { form, withScores }, new Work());
    throw new MiningInputError(
      `${name} was not mined from the files that are read now. Choose its files, and make it again from its card.`,
    );
  }

  async prompts(settings: PromptSettings, form: RequestForm, model: string): Promise<Blob> {
    const lines = await promptLines(this.ready().input.corpus, settings, form, model);
    return new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' });
  }

  /** The file of what a language model answered. @param numNegatives that were asked for @throws MiningInputError where no reply can be used */
  async replies(file: File, name: string, form: FormId, numNegatives: number): Promise<MinedFile> {
    const given = this.ready().input.corpus;
    const { written_by, ...made } = await writtenByModel(given, file, name, numNegatives);
    const source = { card: this.card(name, { parts: [], written_by }), numNegatives, ...made };
    return this.write(source, { form, withScores: false }, new Work());
  }

  cancel(): void {
    this.reading.abort();
    this.work.task.cancel();
    void this.surroundings.cross.cancel();
  }

  /** @throws MiningInputError where nothing was read */
  private ready(): Given {
    if (this.given === null) throw new MiningInputError('There is no corpus. Choose its files first.');
    return this.given;
  }

  private card(source: string, made: Pick<MiningCard, 'parts' | 'written_by'>): MadeSource['card'] {
    const { settings, input } = this.ready();
    return {
      mining_card: CARD_VERSION,
      source,
      made_with: { name: 'negscope', version: this.surroundings.version },
      ...made,
      corpus: {
        files: input.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
        sample: settings.sample,
        relevant: settings.relevant,
        counts: input.corpus.counts,
      },
    };
  }

  private begin(onProgress: OnProgress): Work {
    return (this.work = new Work(onProgress));
  }

  /** What was made last of a kind, where it was made of the same. */
  private async kept<Made>(kind: string, of: unknown, make: () => Promise<Made>): Promise<Made> {
    const { kept } = this.ready();
    const key = JSON.stringify(of);
    const last = kept.get(kind);
    if (last?.key === key) return last.made as Made;
    kept.delete(kind);
    const made = await make();
    kept.set(kind, { key, made });
    return made;
  }

  /** @throws MiningInputError for dense mining without an encoder */
  private async searcher(
    { method, bm25, encoder: ofCard }: SourceRequest,
    encoder: MiningEncoder | null,
    work: Work,
  ): Promise<KeptSearcher> {
    const { corpus } = this.ready().input;
    if (method === 'bm25') return this.kept(method, bm25, () => bm25Searcher(corpus, bm25, work));
    if (encoder === null) throw new MiningInputError('Dense mining: expected an encoder.');
    const { encoder: chosen } = encoder;
    return this.kept(method, [chosenModel(chosen.model), chosen, ofCard], () =>
      denseSearcher(corpus, encoder, ofCard, { ...this.surroundings, ...this.seen }, work),
    );
  }

  /** A cross-encoder, which scores each pair once. @throws MiningInputError where none is chosen */
  private async crossEncoder(source: ModelSource | null, work: Work) {
    if (source === null) throw new MiningInputError('score_by cross-encoder: expected one.');
    const { cross } = this.surroundings;
    const { records, texts } = this.ready().input.corpus;
    const { identity, scores } = await this.kept('cross-encoder', chosenModel(source), async () => {
      work.tell('open-cross', 0, 0);
      return { identity: await cross.open(source), scores: new Map<string, number>() };
    });
    const rescore: Rescore = async (record, passages) => {
      const keyOf = (passage: number) => `${record} ${passage}`;
      const lacking = [...new Set(Array.from(passages))].filter((passage) => !scores.has(keyOf(passage)));
      const query = records[record]?.query ?? '';
      const asked = lacking.map((passage) => ({ query, passage: texts[passage] ?? '' }));
      const found = asked.length === 0 ? [] : await cross.score(asked, () => undefined);
      for (const [i, passage] of lacking.entries()) scores.set(keyOf(passage), found[i] as number);
      return Array.from(passages, (passage) => scores.get(keyOf(passage)) ?? NaN);
    };
    return { identity, rescore };
  }

  /** The file of a source; its other forms can be asked for from now on. */
  private async write(
    source: MadeSource,
    { form, withScores }: Pick<SourceRequest, 'form' | 'withScores'>,
    work: Work,
  ): Promise<MinedFile> {
    const { card: about, numNegatives, corpus, records, refused } = source;
    this.ready().made.set(about.source, source);
    const record = (at: number) => written(corpus, records[at] as MinedNegatives, withScores);
    const sliced = writeForm(records.length, record, form, numNegatives);
    const { pieces, rows, negatives, leftOut } = await work.follow('write', records.length, sliced);
    const content = new Blob(pieces, { type: 'application/x-ndjson' });
    const name = `${about.source}.jsonl`;
    const output = {
      file: name,
      form,
      with_scores: withScores && records.some(({ scores }) => scores !== null),
      rows,
      negatives,
      left_out: leftOut,
      sha256: await sha256OfStream(content.stream()),
    };
    const card = { ...about, output };
    const cardContent = new Blob([`${JSON.stringify(card, null, 2)}\n`], { type: 'application/json' });
    const first = records.filter(({ passages }) => passages.length > 0).slice(0, 20);
    const examples = first.map((mined) => written(corpus, mined));
    return { name, content, card, cardName: `${about.source}.card.json`, cardContent, examples, refused };
  }
}

async function bm25Searcher(
  { texts, records }: MiningCorpus,
  settings: Bm25Settings,
  work: Work,
): Promise<KeptSearcher> {
  const index = await work.follow('index', texts.length, bm25Index(texts, settings));
  const queryOf = (record: number) => records[record]?.query ?? '';
  return {
    encoder: null,
    search: (asked, k) => asked.map((record) => index.search(queryOf(record), k)),
    scoresOf: (record, passages) => index.scoresOf(queryOf(record), passages),
  };
}
