/** Rows of the extracted text: what a file of a source gives. */

import { inside, plainText, unescaped } from './markup';

/** Kind and texts, as texts.ts reads them. */
export type Row = readonly string[];

/** Words of a paragraph, characters of a definition, blanks in an answer's paragraph and in a field, at least. */
const PARAGRAPH_WORDS = 14;
const DEFINITION_CHARACTERS = 16;
const ANSWER_BLANKS = 7;
const FIELD_BLANKS = 10;

/** Words of a field that stand in one row. */
const FIELD_WORDS = 120;

const blanksIn = (text: string) => text.split(' ').length - 1;

/**
 * Paragraphs of a module of an OpenStax book with the headings above them, and its glossary. Exercises are left out.
 * @param seen paragraphs of the modules before, of which none comes twice
 */
export function* bookRows(module: string, seen: Set<string>): Generator<Row> {
  const title = plainText(inside('title', module) ?? '');
  const glossary = /<glossary.*?<\/glossary>/s.exec(module)?.[0] ?? '';
  const definition = /<term[^>]*>(.*?)<\/term>\s*(?:<[^>]*>\s*)*?<meaning[^>]*>(.*?)<\/meaning>/gs;
  for (const [, term = '', meaning = ''] of glossary.matchAll(definition)) {
    const texts = [plainText(term), plainText(meaning)] as const;
    if (texts[0] !== '' && texts[1].length >= DEFINITION_CHARACTERS) yield ['glo', texts[0], title, texts[1]];
  }
  const rest = glossary === '' ? module : module.replace(glossary, '');
  const body = /<content>(.*)<\/content>/s.exec(rest)?.[1] ?? rest;
  const parts =
    /<section\b|<\/section>|<title[^>]*>(.*?)<\/title>|<para\b[^>]*>(.*?)<\/para>|<caption[^>]*>(.*?)<\/caption>|<item\b[^>]*>(.*?)<\/item>/gs;
  /** Headings of the sections around; null for one that had none so far. */
  const headings: (string | null)[] = [];
  for (const [part, heading, ...texts] of body
    .replaceAll(/<exercise\b.*?<\/exercise>/gs, ' ')
    .matchAll(parts)) {
    if (part.startsWith('<section')) headings.push(null);
    else if (part.startsWith('</section')) headings.pop();
    else if (heading !== undefined) {
      if (headings.at(-1) === null) headings[headings.length - 1] = plainText(heading);
    } else {
      const text = plainText(texts.find((one) => one !== undefined && one !== '') ?? '');
      if (blanksIn(text) + 1 < PARAGRAPH_WORDS || seen.has(text)) continue;
      seen.add(text);
      yield ['par', headings.findLast((own) => own !== null && own !== '') ?? title, title, text];
    }
  }
}

/** Questions of a document of MedQuAD with their answers, paragraph by paragraph. */
export function* answerRows(document: string): Generator<Row> {
  const subject = plainText(inside('Focus', document) ?? '');
  const asked = /<Question[^>]*>(.*?)<\/Question>\s*<Answer>(.*?)<\/Answer>/gs;
  for (const [, question = '', answer = ''] of document.matchAll(asked)) {
    const paragraphs = unescaped(answer)
      .split(/\n\s*\n|\n\s{8,}/)
      .map(plainText)
      .filter((paragraph) => blanksIn(paragraph) >= ANSWER_BLANKS);
    if (paragraphs.length > 0) yield ['qa', plainText(question), subject, paragraphs.join('\n')];
  }
}

/** Fields of a country of the Factbook; none where it has no short name. */
export function* countryRows(json: string): Generator<Row> {
  const sections = asObject(JSON.parse(json));
  const named = asObject(asObject(sections['Government'])['Country name'])['conventional short form'];
  const country = plainText(String(asObject(named)['text'] ?? ''));
  if (country === '' || country === 'none') return;
  for (const [section, fields] of Object.entries(sections)) {
    for (const [field, value] of Object.entries(asObject(fields))) {
      const text = plainText([...leavesOf(value)].join('; '));
      if (blanksIn(text) < FIELD_BLANKS) continue;
      const words = text.split(' ');
      for (let from = 0; from < words.length; from += FIELD_WORDS) {
        yield ['par', `${country} ${field}`, section, words.slice(from, from + FIELD_WORDS).join(' ')];
      }
    }
  }
}

/** Texts of a value, each behind the names that lead to it. */
function* leavesOf(value: unknown): Generator<string> {
  const fields = asObject(value);
  if (typeof fields['text'] === 'string') yield fields['text'];
  else {
    for (const [name, inner] of Object.entries(fields)) {
      for (const text of leavesOf(inner)) yield `${name}: ${text}`;
    }
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A question of QED's development set with its paragraph, as written on a line. */
export function questionRow(line: string): Row {
  const asked = JSON.parse(line) as { question_text: string; title_text?: string; paragraph_text: string };
  return ['dev', asked.question_text, asked.title_text ?? '', plainText(asked.paragraph_text)];
}
