import { describe, expect, it } from 'vitest';

import { EmptyFolderError } from '../../../src/app/errors';
import { isModelFolder, pickedFolder } from '../../../src/session/encoder/picked-folder';

/** A file as an input of `webkitdirectory` gives it. */
function picked(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? path);
  return Object.defineProperty(file, 'webkitRelativePath', { value: path });
}

describe('pickedFolder', () => {
  it('gives the folder its name and its files paths inside it', () => {
    const folder = pickedFolder([picked('e5-base/config.json'), picked('e5-base/onnx/model.onnx')]);
    expect(folder.name).toBe('e5-base');
    expect(folder.files.map(({ path }) => path)).toEqual(['config.json', 'onnx/model.onnx']);
  });

  it('refuses a folder without files', () => {
    expect(() => pickedFolder([])).toThrow(EmptyFolderError);
  });
});

describe('isModelFolder', () => {
  it('knows a model by its tokenizer or its ONNX file', () => {
    const folder = (...paths: string[]) => ({
      name: 'f',
      files: paths.map((path) => ({ path, file: new File([], path) })),
    });
    expect(isModelFolder(folder('tokenizer.json', 'config.json'))).toBe(true);
    expect(isModelFolder(folder('onnx/model.onnx'))).toBe(true);
    expect(isModelFolder(folder('bm25.jsonl', 'random.jsonl'))).toBe(false);
  });
});
