import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { Gunzip } from '../../../src/candidates/read/gunzip';

const encode = (text: string) => new TextEncoder().encode(text);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** What comes of packed bytes that are given in pieces of some length. */
async function unpacked(packed: Uint8Array, piece: number): Promise<string> {
  const gunzip = await Gunzip.start();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < packed.length; at += piece)
    parts.push(...gunzip.push(packed.subarray(at, at + piece)));
  gunzip.finish();
  return new TextDecoder().decode(joined(parts));
}

/** A part whose header has the name of a file, as gzip writes it. */
function named(text: string): Uint8Array {
  const packed = gzipSync(text);
  packed[3] = 8;
  return joined([packed.subarray(0, 10), encode('a.jsonl\0'), packed.subarray(10)]);
}

const TEXTS = ['{"query":"q1"}\n', '', '{"query":"q2"}\n'.repeat(50), 'z'];
const SEVERAL = joined([...TEXTS.map((text) => gzipSync(text)), named('end')]);

describe('a gzip file', () => {
  it.each([1, 2, 7, 19, 1000, 100_000])(
    'of several parts is read whole, in pieces of %i bytes',
    async (piece) => {
      expect(await unpacked(SEVERAL, piece)).toBe(`${TEXTS.join('')}end`);
    },
  );

  it('of a thousand small parts is read whole', async () => {
    const parts = Array.from({ length: 1000 }, (_, i) => gzipSync(`${i}\n`));
    expect(await unpacked(joined(parts), 1 << 20)).toBe(parts.map((_, i) => `${i}\n`).join(''));
  });

  it('that is cut off anywhere is refused', async () => {
    const packed = joined([gzipSync('first\n'), gzipSync('second\n')]);
    const whole = gzipSync('first\n').length;
    for (let length = 0; length < packed.length; length += 1) {
      if (length === whole) continue;
      await expect(unpacked(packed.subarray(0, length), 5), `${length} bytes`).rejects.toThrow();
    }
  });

  it('with something behind its last part is refused', async () => {
    for (const behind of ['x', 'junk behind the end'])
      await expect(unpacked(joined([gzipSync('text'), encode(behind)]), 64)).rejects.toThrow();
  });

  it.each(['the first', 'the last'])('whose checksum is wrong in %s part is refused', async (which) => {
    const [first, last] = [gzipSync('first'), gzipSync('last')];
    const harmed = which === 'the first' ? first : last;
    harmed[harmed.length - 8] = (harmed.at(-8) as number) ^ 1;
    await expect(unpacked(joined([first, last]), 64)).rejects.toThrow(/checksum/);
  });
});
