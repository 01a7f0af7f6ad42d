/** The extracted text as records: what may be asked and what answers it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mulberry32 } from './random.mjs';
import { RecipeError } from './recipe-error';

/**
 * Texts of a record by their kind.
 * fact: heading, section, text. glossary: term, title, meaning. paragraph: heading, title, sentences.
 * question: question, subject, chunks. wordnet: lemmas, relatives, gloss, hypernym's gloss, examples.
 */
export const KINDS = ['fact', 'glossary', 'paragraph', 'question', 'wordnet'] as const;
export type Kind = (typeof KINDS)[number];

export interface TextOfKind {
  readonly kind: Kind;
  readonly texts: readonly string[];
}

/** Share of the Factbook that is read: it is long and much of it is figures. */
const FACT_SHARE = 0.4;

/** Words after which a chunk of an answer ends with its sentence, chunks of a record, characters of a chunk. */
const CHUNK_WORDS = 60;
const MOST_CHUNKS = 8;
const LONGEST_CHUNK = 3000;

/** Blanks in the last chunk that make it one of its own. */
const SHORTEST_REST = 7;

const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z"“(])/;

/** Tables that an encoder is made of. */
export const TABLES = ['openstax', 'medquad', 'factbook', 'wordnet'] as const;

/**
 * The folder of the tables: the one that is given, or `data` in it.
 * @throws RecipeError where a table is missing
 */
export function textFolder(given: string): string {
  const missing = (folder: string) => TABLES.filter((name) => !existsSync(join(folder, `${name}.tsv`)));
  const folder = [given, join(given, 'data')].find((one) => missing(one).length === 0);
  if (folder !== undefined) return folder;
  throw new RecipeError(`${given} lacks ${missing(given).join('.tsv, ')}.tsv.`);
}

/** @param folder of {@link textFolder} */
export function readTexts(folder: string, seed: number): TextOfKind[] {
  const random = mulberry32(seed);
  const facts = rows(folder, 'factbook').filter(() => random() < FACT_SHARE);
  return [
    ...rows(folder, 'openstax').map(ofBook),
    ...rows(folder, 'medquad').flatMap(ofAnswer),
    ...facts.map(([, heading = '', section = '', text = '']) => record('fact', heading, section, text)),
    ...rows(folder, 'wordnet').map(ofSynset),
  ];
}

/** A development set of questions, each with the paragraph that answers it. Nothing is trained on it. */
export function readQuestions(folder: string): { question: string; paragraph: string }[] {
  return rows(folder, 'qed').map(([, question = '', , paragraph = '']) => ({ question, paragraph }));
}

const record = (kind: Kind, ...texts: string[]): TextOfKind => ({ kind, texts });

function rows(folder: string, name: string): string[][] {
  const lines = readFileSync(join(folder, `${name}.tsv`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

function ofBook([kind, first = '', title = '', text = '']: readonly string[]): TextOfKind {
  if (kind === 'glo') return record('glossary', first, title, text);
  return record('paragraph', first, title, ...text.split(SENTENCE_END));
}

function ofAnswer([, question = '', subject = '', answer = '']: readonly string[]): TextOfKind[] {
  const chunks = chunksOf(answer.split('\\n').flatMap((paragraph) => paragraph.split(SENTENCE_END)));
  return chunks.length === 0 ? [] : [record('question', question, subject, ...chunks)];
}

/** Sentences joined until they have enough words. */
function chunksOf(sentences: readonly string[]): string[] {
  const blanks = (text: string) => text.split(' ').length - 1;
  const chunks: string[] = [];
  let rest = '';
  for (const sentence of sentences) {
    rest = `${rest} ${sentence}`.trim();
    if (blanks(rest) <= CHUNK_WORDS) continue;
    chunks.push(rest);
    rest = '';
  }
  if (blanks(rest) > SHORTEST_REST) chunks.push(rest);
  return chunks.filter((chunk) => chunk.length < LONGEST_CHUNK).slice(0, MOST_CHUNKS);
}

function ofSynset([, lemmas = '', relatives = '', rest = '']: readonly string[]): TextOfKind {
  const [own = '', hypernym = ''] = rest.split(' ^^ ', 2);
  const [gloss = '', ...examples] = own.split(' || ');
  return record(
    'wordnet',
    lemmas.replaceAll(';', ' '),
    relatives.replaceAll('|', ' '),
    gloss,
    hypernym,
    ...examples,
  );
}
