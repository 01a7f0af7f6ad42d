import { expect, it, vi } from 'vitest';

import { fileHead } from '../../../src/candidates/read/head';

/** A file whose content comes in chunks of so many bytes. */
function chunked(bytes: readonly number[], size: number): File {
  const file = new File([Uint8Array.from(bytes)], 'a.data');
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size);
  file.stream = () =>
    new ReadableStream({
      start(controller) {
        for (const start of starts) controller.enqueue(Uint8Array.from(bytes.slice(start, start + size)));
        controller.close();
      },
    });
  return file;
}

const MARK = [0xef, 0xbb, 0xbf];
const [A, BLANK] = [0x41, 0x20];

it.each([
  ['a mark', [...MARK, A], { mark: 3, blanks: 0, text: [A] }],
  ['a mark and blanks', [...MARK, BLANK, BLANK, A, BLANK], { mark: 3, blanks: 2, text: [A, BLANK] }],
  ['blanks and a mark', [BLANK, ...MARK], { mark: 0, blanks: 1, text: MARK }],
  ['two marks', [...MARK, ...MARK, A], { mark: 3, blanks: 0, text: [...MARK, A] }],
  ['what begins as a mark', [0xef, 0xbb, A, BLANK], { mark: 0, blanks: 0, text: [0xef, 0xbb, A, BLANK] }],
  ['what begins as a mark, and a blank', [0xef, BLANK, A], { mark: 0, blanks: 0, text: [0xef, BLANK, A] }],
  ['half a mark alone', [0xef, 0xbb], { mark: 0, blanks: 0, text: [0xef, 0xbb] }],
  ['nothing', [], { mark: 0, blanks: 0, text: [] }],
])('of %s is told from its text, in one opening of the file', async (_, bytes, { mark, blanks, text }) => {
  for (const size of [1, 2, 100]) {
    const file = chunked(bytes, size);
    const opened = vi.spyOn(file, 'stream');
    const head = await fileHead(file, false, new AbortController().signal);
    expect(head).toEqual({ mark, blanks, text: Uint8Array.from(text), whole: true });
    expect(opened).toHaveBeenCalledTimes(1);
  }
});
