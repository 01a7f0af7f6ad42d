import { describe, expect, it } from 'vitest';

import { negativesOfReply, negativesPrompt, PROMPT_DEFAULTS } from '../../src/mining/llm';
import { expectWords } from '../support/golden-words';

const KNOWN = { query: 'who wrote it', positives: ['Anna wrote it.'] };
const reply = (...texts: unknown[]) => ({
  reasoning: 'step by step',
  ...Object.fromEntries(texts.map((text, i) => [`hard_negative_document_${i + 1}`, text])),
});

describe('the prompt', () => {
  it('names query, positive and a key for each negative, and every gap is filled', () => {
    const settings = { ...PROMPT_DEFAULTS, domain: 'law', num_negatives: 3 };
    const prompt = negativesPrompt('who "wrote" it', 'Anna\nwrote it.', settings);
    expect(prompt).toContain('an expert in law,');
    expect(prompt).toContain(
      'example: {"user_query":"who \\"wrote\\" it","positive_document":"Anna\\nwrote it."}',
    );
    expect(prompt.match(/^- "hard_negative_document_\d":/gm)).toHaveLength(3);
    expect(prompt).toContain('the length should be about as long as the "positive_document"');
    expect(prompt).not.toMatch(/\{[a-z_]+\}|undefined/);
  });
});

const TWO = JSON.stringify(reply('Bert did.', 'Carl did.'));

/** Replies of models, as they come. */
const REPLIES: Readonly<Record<string, unknown>> = {
  'an object': reply('Bert did.', 'Carl did.'),
  'its text': TWO,
  'a code fence': `\`\`\`json\n${TWO}\n\`\`\``,
  'thinking before it': `<think>{ not this }</think>\n${JSON.stringify(reply('Bert did.', ' Carl did. '))}`,
  'words around it': `Here is the JSON: ${TWO}\nI hope this helps.`,
  'a fence after a sentence': `Sure!\n\`\`\`json\n${TWO}\n\`\`\`\nDone.`,
  'what is no new text': reply('Bert did.', '', 'Anna wrote it.', 'who wrote it', 'Bert did.'),
  'cut off': '{"hard_negative_document_1": "cut o',
  'a list': ['Bert did.'],
  nothing: undefined,
  'no negative': { reasoning: 'r' },
  'one of two': reply('Bert did.'),
  'a number': reply('Bert did.', 7),
  'nothing new': reply('', 'Anna wrote it.'),
};

it('takes two negatives of a reply, or says what is wrong with it, as llm.txt has it', () =>
  expectWords('llm.txt', REPLIES, (given) => negativesOfReply(given, KNOWN, 2)));
