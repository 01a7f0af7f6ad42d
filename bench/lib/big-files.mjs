/** Large candidate files of random words, written once: hardly any text comes twice. */

import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { mulberry32 } from '../../tests/support/random.mjs';
import { writeAsParquet } from './parquet-file.mjs';

const SEED = 1;
const NEGATIVES = 8;
const WORDS_A_QUERY = 8;
const WORDS_A_PASSAGE = { least: 40, most: 120 };
/** Words that passages are cut from: two cuts hardly ever begin at the same one. */
const POOL_WORDS = 1_000_000;
const WRITE_BYTES = 4 * 1024 * 1024;

/** With letters that take two bytes, as text has them now and then. */
const LETTERS = 'etaoinshrdlcumwfgypbvkjxqzéü';

/** Cuts of a long text of random words. */
class Words {
  #random = mulberry32(SEED);
  #text = '';
  /** Where each word begins. */
  #starts = new Uint32Array(POOL_WORDS + 1);

  constructor() {
    const words = [];
    for (let word = 0, at = 0; word < POOL_WORDS; word++) {
      const length = 2 + Math.floor(this.#random() * 9);
      let letters = '';
      // Squared, so that the first letters come more often.
      for (let i = 0; i < length; i++) letters += LETTERS[Math.floor(this.#random() ** 2 * LETTERS.length)];
      words.push(letters);
      this.#starts[word] = at;
      at += length + 1;
      this.#starts[word + 1] = at;
    }
    this.#text = words.join(' ');
  }

  /** @param {number} count */
  cut(count) {
    const first = Math.floor(this.#random() * (POOL_WORDS - count));
    return this.#text.slice(this.#starts[first], (this.#starts[first + count] ?? 0) - 1);
  }

  passage() {
    const { least, most } = WORDS_A_PASSAGE;
    return this.cut(least + Math.floor(this.#random() * (most - least)));
  }
}

/** @param {Words} words @param {number} index */
function recordLine(words, index) {
  const passage = (/** @type {number} */ at) => ({
    docid: `${index}-${at}`,
    title: words.cut(2),
    text: words.passage(),
  });
  const record = {
    query_id: String(index),
    query: words.cut(WORDS_A_QUERY),
    positive_passages: [passage(0)],
    negative_passages: Array.from({ length: NEGATIVES }, (_, k) => passage(k + 1)),
  };
  return `${JSON.stringify(record)}\n`;
}

export const BIG_FILE_WORDS = `Tevatron JSONL, ${NEGATIVES} negatives a record; such records as Parquet with snappy, written by parquet-wasm`;

/**
 * Writes whole records of Tevatron JSONL until the file is as long as asked for, unless it is there already; of Parquet,
 * the records of such a file.
 *
 * @param {string} file absolute; its ending says which
 * @param {number} bytes of the JSONL
 */
export function ensureBigFile(file, bytes) {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  if (file.endsWith('.parquet')) {
    const jsonl = file.replace(/\.parquet$/, '.jsonl');
    ensureBigFile(jsonl, bytes);
    writeAsParquet(jsonl, file);
    return;
  }
  const draft = `${file}.draft-${process.pid}`;
  const words = new Words();
  const handle = openSync(draft, 'w');
  let written = 0;
  let waiting = '';
  for (let index = 0; written < bytes; index++) {
    waiting += recordLine(words, index);
    // Almost every character is one byte.
    if (waiting.length < Math.min(WRITE_BYTES, bytes - written)) continue;
    written += writeSync(handle, waiting);
    waiting = '';
  }
  closeSync(handle);
  renameSync(draft, file);
}

/** @param {string} file */
export const sizeOf = (file) => statSync(file).size;
