import { strToU8, zipSync } from 'fflate';
import { expect, it, vi } from 'vitest';

import { unpack as unpackUntil } from '../../../src/candidates/read/archive';
import { isArchiveName } from '../../../src/candidates/names';
import { Pace } from '../../../src/candidates/read/pace';

const unpack = (archive: File) => unpackUntil(archive, new AbortController().signal);

const long = 'a line of text that comes again and again\n'.repeat(20_000);

function archive(members: Record<string, string>): File {
  const packed = zipSync(
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])),
  );
  return new File([Uint8Array.from(packed)], 'data.zip');
}

it('gives the files of an archive with their paths and their bytes', async () => {
  const files = await unpack(archive({ 'nq/train.jsonl': long, 'nq/corpus.jsonl': '{}\n', 'empty.txt': '' }));
  expect(files.map(({ path, file }) => [path, file.name, file.size])).toEqual([
    ['nq/train.jsonl', 'train.jsonl', long.length],
    ['nq/corpus.jsonl', 'corpus.jsonl', 3],
    ['empty.txt', 'empty.txt', 0],
  ]);
  expect(await files[0]?.file.text()).toBe(long);
});

it('throws for what is no archive, or a damaged one', async () => {
  expect(await unpack(new File(['no archive at all'], 'a.zip'))).toEqual([]);
  const bytes = new Uint8Array(await archive({ 'a.jsonl': long }).arrayBuffer());
  bytes.fill(0xff, 60, 200);
  await expect(unpack(new File([bytes], 'a.zip'))).rejects.toThrow();
});

it('tells archives by their names', () => {
  expect(['a.zip', 'A.ZIP', 'a.zip.jsonl', 'zip'].map(isArchiveName)).toEqual([true, true, false, false]);
});

it('refuses an archive with a member whose checksum or size is wrong', async () => {
  const whole = new Uint8Array(
    zipSync({ 'data/': new Uint8Array(0), 'data/a.jsonl': [strToU8('{"query": "one"}\n'), { level: 0 }] }),
  );
  const text = new TextDecoder('latin1').decode(whole);
  expect(await unpack(new File([whole], 'a.zip'))).toHaveLength(1);
  const flipped = Uint8Array.from(whole);
  flipped[text.indexOf('one')] = 0x4f;
  const listed = Uint8Array.from(whole);
  const size = text.lastIndexOf('PK\u0001\u0002') + 24;
  listed[size] = (listed[size] ?? 0) + 1;
  for (const bytes of [flipped, listed]) {
    await expect(unpack(new File([bytes], 'a.zip'))).rejects.toThrow(/a\.jsonl in it is damaged/);
  }
});

it.each([
  [8, 0x0001, 'encrypted. Pack it again without a password'],
  [99, 0x0001, 'encrypted. Pack it again without a password'],
  [12, 0, 'packed by bzip2. Pack it again with Deflate, the usual method'],
  [14, 0x0002, 'packed by LZMA. Pack it again with Deflate, the usual method'],
  [97, 0, 'packed by method 97. Pack it again with Deflate, the usual method'],
])('names a packing %i with the flags %i that it cannot read', async (packing, flags, words) => {
  const bytes = new Uint8Array(await archive({ 'a.jsonl': '{}\n' }).arrayBuffer());
  const list = new TextDecoder('latin1').decode(bytes).indexOf('PK\u0001\u0002');
  for (const at of [6, list + 8]) new DataView(bytes.buffer).setUint16(at, flags, true);
  for (const at of [8, list + 10]) new DataView(bytes.buffer).setUint16(at, packing, true);
  await expect(unpack(new File([bytes], 'a.zip'))).rejects.toThrow(
    `a.zip: a.jsonl in it is ${words}. Nothing of the archive is kept.`,
  );
});

it('stops in the middle', async () => {
  const controller = new AbortController();
  const noise = Array.from({ length: 40_000 }, (_, i) => Math.sin(i).toString(36)).join('\n');
  const unpacking = unpackUntil(archive({ 'a.txt': noise, 'b.txt': noise }), controller.signal);
  controller.abort();
  await expect(unpacking).rejects.toThrow('data.zip: you stopped the reading');
});

it('stops at the end of a file in it', async () => {
  const controller = new AbortController();
  const breathe = vi.spyOn(Pace.prototype, 'breathe').mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
  });
  try {
    const unpacking = unpackUntil(archive({ 'a.txt': 'short' }), controller.signal);
    await expect(unpacking).rejects.toThrow('data.zip: you stopped the reading');
  } finally {
    breathe.mockRestore();
  }
});
