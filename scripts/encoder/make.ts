/** Text to encoder: vocabulary, co-occurrence and its singular vectors, contrastive training, export. */

import { contrastModule } from './assembly';
import { makeCard } from './card';
import { idReader, tokenise } from './corpus';
import { writeFolder } from './export';
import { extract } from './extract/extract';
import { SPECIAL_TOKENS } from './model-files.mjs';
import { mutualInformation, nearCounts } from './numeric/cooccurrence';
import { rareness, startingTable } from './numeric/start';
import { scaledSingularVectors } from './numeric/singular';
import { planTraining } from './numeric/training';
import { LONGEST_OPENING, OPENINGS, RECIPE, type RecipeSettings } from './recipe';
import { readTexts, textFolder, type TextOfKind } from './texts';
import { train } from './train';
import { chooseVocabulary, countWords } from './vocabulary';

/** What the command asks for. */
export interface MakeRequest {
  /** Folder with the tables of text; null has them fetched into `cache`. */
  readonly text: string | null;
  readonly cache: string;
  readonly out: string;
  readonly changes: Partial<RecipeSettings>;
  readonly threads: number;
  readonly tell: (line: string) => void;
}

/** @throws RecipeError where text is missing or cannot be fetched */
export async function make({ text, cache, out, changes, threads, tell }: MakeRequest): Promise<void> {
  const settings = { ...RECIPE, ...changes };
  if (text === null) await extract(cache, tell);
  const folder = textFolder(text ?? cache);
  const card = makeCard(folder, settings, text === null);
  const [began, before] = [performance.now(), process.cpuUsage()];
  const sayTime = (line: string) => {
    const { user, system } = process.cpuUsage(before);
    const [seconds, busy] = [(performance.now() - began) / 1e3, (user + system) / 1e6];
    tell(`${seconds.toFixed(0)} s, ${busy.toFixed(0)} s of processor time: ${line}`);
  };
  await makeEncoder(readTexts(folder, settings.seed), out, { settings, threads, card, tell: sayTime });
  sayTime(`written to ${out}`);
}

export interface MakeOptions {
  readonly settings: RecipeSettings;
  /** Threads of the training; the result does not depend on it. */
  readonly threads: number;
  /** The folder's README.md. */
  readonly card: string;
  readonly tell: (line: string) => void;
}

/** Makes a model folder. The same texts and settings give the same bytes. */
export async function makeEncoder(
  records: readonly TextOfKind[],
  folder: string,
  { settings, threads, card, tell }: MakeOptions,
): Promise<void> {
  const { dimension, seed, steps } = settings;
  const counts = countWords(textsOf(records));
  const vocabulary = chooseVocabulary(counts, settings.vocabulary);
  tell(`${vocabulary.length} tokens for ${counts.size} words`);
  const corpus = tokenise(records, vocabulary);
  tell(`${corpus.tokens.length} tokens of text in ${records.length} records`);
  const [near, transposed] = mutualInformation(nearCounts(corpus), vocabulary.length);
  tell(`${near.values.length} pairs of tokens that stand together more often than by chance`);
  const module = await contrastModule();
  const vectors = scaledSingularVectors(module, near, transposed, dimension, seed);
  tell('vectors to begin with');
  const idsOf = idReader(vocabulary);
  const sampling = {
    seed,
    shares: settings.shares,
    openings: OPENINGS.map((text) => idsOf(text).slice(0, LONGEST_OPENING)),
    rareness: rareness(corpus, vocabulary),
  };
  const plan = planTraining(module, corpus, settings, sampling, threads);
  const start = startingTable(vectors, dimension, corpus, SPECIAL_TOKENS.length);
  const began = performance.now();
  const trained = await train(plan, start, ({ step, loss }) => {
    const left = ((performance.now() - began) / step) * (steps - step);
    tell(`step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${Math.ceil(left / 1000)} s left`);
  });
  writeFolder(folder, vocabulary, trained, card);
}

function* textsOf(records: readonly TextOfKind[]): Generator<string> {
  for (const { texts } of records) yield* texts;
}
