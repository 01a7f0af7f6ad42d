import { describe, expect, it } from 'vitest';

import {
  chosenModel,
  fileIdentity,
  GIVEN_VECTORS,
  isSameFile,
  isSameModel,
  isSameReading,
  readModel,
} from '../src/identity';

const file = (content: string, lastModified: number, name = 'model.onnx') =>
  new File([content], name, { lastModified });

const folder = (name: string, ...files: readonly File[]) =>
  chosenModel({ kind: 'picked', name, files: files.map((each) => ({ path: each.name, file: each })) });

describe('the identity of a file', () => {
  it('is path, size and date, and its hash once known', () => {
    const first = fileIdentity(file('one', 5));
    expect(first).toEqual({ path: 'model.onnx', bytes: 3, modified: 5, sha256: null });
    expect(isSameFile(first, fileIdentity(file('two', 5)))).toBe(true);
    expect(isSameFile(first, fileIdentity(file('one', 6)))).toBe(false);
    expect(isSameFile(first, fileIdentity(file('longer', 5)))).toBe(false);
    expect(isSameFile(first, fileIdentity(file('one', 5), 'onnx/model.onnx'))).toBe(false);
    const hashed = (sha256: string, modified: number) => ({ ...first, modified, sha256 });
    expect(isSameFile(hashed('aa', 5), hashed('aa', 6))).toBe(true);
    expect(isSameFile(hashed('aa', 5), hashed('bb', 5))).toBe(false);
    expect(isSameFile(first, hashed('aa', 5))).toBe(true);
  });
});

describe('the identity of an encoder', () => {
  it('is the files of a folder, whatever the folder is called and in whatever order they come', () => {
    const [onnx, tokens] = [file('one', 5), file('{}', 5, 'tokenizer.json')];
    const first = folder('checkpoint', onnx, tokens);
    expect(isSameModel(first, folder('renamed', tokens, onnx))).toBe(true);
    expect(isSameModel(first, folder('checkpoint', file('one', 6), tokens))).toBe(false);
    expect(isSameModel(first, folder('checkpoint', onnx))).toBe(false);
  });

  it('does not count weights that the page does not read: they are not kept over a reload', () => {
    const onnx = file('one', 5);
    expect(isSameModel(folder('a', onnx, file('w', 1, 'model.safetensors')), folder('a', onnx))).toBe(true);
  });

  it('is the name of a served model, whose build is one', () => {
    const served = (name: string) => chosenModel({ kind: 'served', name });
    expect(isSameModel(served('mini'), served('mini'))).toBe(true);
    expect(isSameModel(served('mini'), served('large'))).toBe(false);
    expect(isSameModel(served('mini'), folder('mini'))).toBe(false);
  });

  it('is its hashes once it was read: a copy elsewhere is the same encoder', () => {
    const read = (name: string, ...hashes: string[]) =>
      readModel({ name, files: hashes.map((sha256, i) => ({ path: `${i}.onnx`, sha256 })) });
    expect(isSameModel(read('here', 'aa', 'bb'), read('there', 'bb', 'aa'))).toBe(true);
    expect(isSameModel(read('here', 'aa', 'bb'), read('here', 'aa', 'cc'))).toBe(false);
    expect(isSameModel(read('here'), GIVEN_VECTORS)).toBe(false);
  });

  it('is one for all vectors in files', () => {
    expect(isSameModel(chosenModel(null), readModel(null))).toBe(true);
  });
});

describe('the identity of a reading', () => {
  it('is the file, how it is read, and the companions that were there', () => {
    const read = { file: fileIdentity(file('one', 5)), options: { topK: 3 }, companions: [] };
    const corpus = { file: fileIdentity(file('two', 5)), options: { topK: null } };
    expect(isSameReading(read, structuredClone(read))).toBe(true);
    expect(isSameReading(read, { ...read, options: { topK: 4 } })).toBe(false);
    expect(isSameReading(read, { ...read, companions: [corpus] })).toBe(false);
    expect(isSameReading(read, { ...read, file: corpus.file })).toBe(true);
    expect(isSameReading(read, { ...read, file: fileIdentity(file('one', 6)) })).toBe(false);
  });
});
