/** Prompts for a language model from the records of a corpus, and the file of negatives from its replies. */

import {
  batchLine,
  batchReply,
  keyedLines,
  type KeyedLine,
  type RefusedLine,
  type RequestForm,
} from '../judge/batch-api';
import { sha256OfStream, sha256OfText } from '../hash';
import { CARD_VERSION, type CardFile } from '../mining/card';
import type { CorpusCounts, CorpusRecord } from '../mining/corpus';
import { formExtension, FormWriter, type FormId } from '../mining/forms';
import { negativesOfReply, negativesPrompt, type LeftOutNegative, type PromptSettings } from '../mining/llm';
import { MiningInputError } from './errors';
import type { ReadInput } from './read';

/** Tokens of a reply: ten negatives as long as their positive, and the thinking before them. */
const REPLY_TOKENS = 16_384;

/** Characters of a key that are kept; a batch API takes 64. */
const KEY_CHARACTERS = 32;

/** Key of a record: of its query and the positive that the prompt names. */
async function keyOf(query: string, positive: string): Promise<string> {
  return (await sha256OfText(JSON.stringify([query, positive]))).slice(0, KEY_CHARACTERS);
}

interface Asked {
  readonly record: CorpusRecord;
  /** The first one is named in the prompt. */
  readonly positives: readonly string[];
}

function askedRecord({ corpus }: ReadInput, record: CorpusRecord): Asked {
  return { record, positives: record.positives.map((place) => corpus.texts[place] as string) };
}

/** One line of a file of prompts for each record. */
export async function promptLines(
  input: ReadInput,
  settings: PromptSettings,
  form: RequestForm,
  model: string,
): Promise<string[]> {
  return Promise.all(
    input.corpus.records.map(async (record) => {
      const { query } = record;
      const [positive = ''] = askedRecord(input, record).positives;
      const key = await keyOf(query, positive);
      const prompt = negativesPrompt(query, positive, settings);
      if (form === 'plain') return JSON.stringify({ key, query, positive, prompt });
      return batchLine({ key, prompt, model, maxTokens: REPLY_TOKENS }, form);
    }),
  );
}

/** What became of the replies. `lines` = `records` + refused ones. */
export interface ReplyCounts {
  readonly lines: number;
  readonly records: number;
  readonly records_without_reply: number;
  readonly left_out: Readonly<Record<LeftOutNegative, number>>;
}

/** Stands beside the file, as the card of a mining does. */
export interface WrittenCard {
  readonly mining_card: typeof CARD_VERSION;
  readonly source: string;
  readonly made_with: { readonly name: string; readonly version: string };
  readonly written_by: {
    /** Models that the replies name. */
    readonly models: readonly string[];
    readonly replies: CardFile;
    readonly counts: ReplyCounts;
  };
  readonly corpus: { readonly files: readonly CardFile[]; readonly counts: CorpusCounts };
  readonly output: {
    readonly file: string;
    readonly form: FormId;
    readonly rows: number;
    readonly negatives: number;
    readonly sha256: string;
  };
}

export interface WrittenFile {
  readonly content: Blob;
  readonly card: WrittenCard;
  readonly refused: readonly RefusedLine[];
}

interface WrittenRecord extends Asked {
  readonly negatives: readonly string[];
}

interface Replies {
  readonly lines: number;
  readonly written: ReadonlyMap<CorpusRecord, WrittenRecord>;
  readonly refused: readonly RefusedLine[];
  readonly models: ReadonlySet<string>;
  readonly left_out: Readonly<Record<LeftOutNegative, number>>;
}

/** Replies joined to their records by key; a line with a fault is refused, and all lines of a key that has several. */
async function readReplies(input: ReadInput, text: string): Promise<Replies> {
  const asked = new Map<string, Asked>();
  for (const record of input.corpus.records) {
    const one = askedRecord(input, record);
    asked.set(await keyOf(record.query, one.positives[0] ?? ''), one);
  }
  const lines = keyedLines(text, 'key and answer');
  const times = new Map<string, number>();
  for (const line of lines) {
    if (!('reason' in line)) times.set(line.key, (times.get(line.key) ?? 0) + 1);
  }
  const written = new Map<CorpusRecord, WrittenRecord>();
  const refused: RefusedLine[] = [];
  const models = new Set<string>();
  const left_out = { blank: 0, positive: 0, query: 0, repeated: 0 };
  for (const line of lines) {
    const { key } = line;
    const found =
      'reason' in line ? line.reason : replyOf(line, asked.get(line.key), times.get(line.key) ?? 0);
    if (typeof found === 'string') {
      refused.push({ line: line.line, key, reason: found });
      continue;
    }
    for (const rule of Object.keys(left_out) as LeftOutNegative[]) left_out[rule] += found.left_out[rule];
    if (found.model !== null) models.add(found.model);
    written.set(found.asked.record, { ...found.asked, negatives: found.negatives });
  }
  return { lines: lines.length, written, refused, models, left_out };
}

/**
 * The file of what a model wrote, with its card; records stand in the order of the corpus.
 * @throws MiningInputError where no reply can be used, or the form names documents of a corpus
 */
export async function fileOfReplies(
  input: ReadInput,
  file: File,
  { name, form, version }: { readonly name: string; readonly form: FormId; readonly version: string },
): Promise<WrittenFile> {
  if (form === 'nemo') {
    throw new MiningInputError('NeMo’s form names documents of a corpus, and written negatives are in none.');
  }
  const { corpus, files } = input;
  const { lines, written, refused, models, left_out } = await readReplies(input, await file.text());
  if (written.size === 0) {
    const [first] = refused;
    const why = first ? `Line ${first.line}: ${first.reason}` : 'It is empty.';
    throw new MiningInputError(`${file.name}: no reply can be used. ${why}`);
  }
  const counts = [...written.values()].map(({ negatives }) => negatives.length);
  const writer = new FormWriter({ form, withScores: false, numNegatives: Math.min(...counts), corpus: '' });
  const pieces = corpus.records.flatMap((record) => {
    const one = written.get(record);
    if (!one) return [];
    const { id: queryId, query } = record;
    const positives = record.positives.map((place, i) => ({
      id: corpus.ids[place] as string,
      text: one.positives[i] as string,
    }));
    const negatives = one.negatives.map((text, i) => ({ id: `${name}-${queryId}-${i + 1}`, text }));
    return [writer.record({ queryId, query, positives, negatives, scores: null })];
  });
  const content = new Blob(pieces, { type: 'application/x-ndjson' });
  const card: WrittenCard = {
    mining_card: CARD_VERSION,
    source: name,
    made_with: { name: 'negscope', version },
    written_by: {
      models: [...models].sort(),
      replies: { name: file.name, bytes: file.size, sha256: await sha256OfStream(file.stream()) },
      counts: {
        lines,
        records: written.size,
        records_without_reply: corpus.records.length - written.size,
        left_out,
      },
    },
    corpus: {
      files: files.map(({ name: own, bytes, sha256 }) => ({ name: own, bytes, sha256 })),
      counts: corpus.counts,
    },
    output: {
      file: `${name}.${formExtension(form)}`,
      form,
      rows: writer.rows,
      negatives: counts.reduce((sum, count) => sum + count, 0),
      sha256: await sha256OfStream(content.stream()),
    },
  };
  return { content, card, refused };
}

/** The negatives of one line. @returns a sentence where it is refused */
function replyOf({ value }: KeyedLine, asked: Asked | undefined, times: number) {
  if (!asked) return 'No record has this key: the prompts were of other queries or positives.';
  if (times > 1) return `${times} lines have this key: keep one of them.`;
  const { text, model } = batchReply(value);
  const answer = 'answer' in value ? { text: value.answer, model: value.model } : { text, model };
  const { query } = asked.record;
  const found = negativesOfReply(answer.text, { query, positives: asked.positives });
  if (typeof found === 'string') return found;
  return { ...found, asked, model: typeof answer.model === 'string' ? answer.model : null };
}
