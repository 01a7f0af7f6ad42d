import { describe, expect, it } from 'vitest';

import { negativesOfReply, negativesPrompt, PROMPT_DEFAULTS } from '../../src/mining/llm';

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

describe('the negatives of a reply', () => {
  it.each([
    ['an object', reply('Bert did.', 'Carl did.')],
    ['its text', JSON.stringify(reply('Bert did.', 'Carl did.'))],
    ['a code fence', `\`\`\`json\n${JSON.stringify(reply('Bert did.', 'Carl did.'))}\n\`\`\``],
    [
      'thinking before it',
      `<think>{ not this }</think>\n${JSON.stringify(reply('Bert did.', ' Carl did. '))}`,
    ],
    [
      'words around it',
      `Here is the JSON: ${JSON.stringify(reply('Bert did.', 'Carl did.'))}\nI hope this helps.`,
    ],
    [
      'a fence after a sentence',
      `Sure!\n\`\`\`json\n${JSON.stringify(reply('Bert did.', 'Carl did.'))}\n\`\`\`\nDone.`,
    ],
  ])('from %s', (_what, given) => {
    expect(negativesOfReply(given, KNOWN, 2)).toEqual({
      negatives: ['Bert did.', 'Carl did.'],
      left_out: 0,
    });
  });

  it('without what is no new text, counted', () => {
    const given = reply('Bert did.', '', 'Anna wrote it.', 'who wrote it', 'Bert did.');
    expect(negativesOfReply(given, KNOWN, 2)).toEqual({
      negatives: ['Bert did.'],
      left_out: 4,
    });
  });

  it.each([
    ['{"hard_negative_document_1": "cut o', 'The reply’s JSON object is cut off'],
    [['Bert did.'], 'The reply has no JSON object.'],
    [undefined, 'The reply has no JSON object.'],
    [{ reasoning: 'r' }, '"hard_negative_document_1" is missing, and 2 were asked for'],
    [reply('Bert did.'), '"hard_negative_document_2" is missing, and 2 were asked for'],
    [reply('Bert did.', 7), '"hard_negative_document_2" is 7, expected a string.'],
    [reply('', 'Anna wrote it.'), 'The reply has no negative that is a new text.'],
  ])('%j is refused', (given, reason) => {
    expect(negativesOfReply(given, KNOWN, 2)).toContain(reason);
  });
});
