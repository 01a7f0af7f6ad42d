import { describe, expect, it } from 'vitest';

import { normalForm } from '../../src/lexical/normal-form';
import { TextScan } from '../../src/lexical/scan';
import { WORD_LISTS } from '../../src/lexical/tokens';
import { seededRandom } from '../../src/scoring/random';

function scanned(text: string) {
  const scan = new TextScan();
  expect(scan.read(text)).toBe(true);
  return { form: scan.form, words: [...scan.words.subarray(0, scan.count)] };
}

describe('the scan of ASCII texts', () => {
  it('hashes forms and words as normalForm and the tokens have them, over all signs', () => {
    const random = seededRandom(3);
    const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (let turn = 0; turn < 500; turn++) {
      const text = Array.from({ length: 40 }, () => signs[Math.floor(random() * signs.length)]).join('');
      expect(scanned(text).form, JSON.stringify(text)).toBe(scanned(normalForm(text)).form);
      const words = WORD_LISTS.alphanumeric(text).map((word) => scanned(word).words[0]);
      expect(scanned(text).words, JSON.stringify(text)).toEqual(words);
    }
  });

  it('tells texts apart, takes more words than it has room for, and reads no other text', () => {
    expect(scanned('one two').form).not.toBe(scanned('onetwo').form);
    expect(scanned('C++').form).not.toBe(scanned('C').form);
    expect(scanned('w '.repeat(1000)).words).toHaveLength(1000);
    expect(new TextScan().read('é')).toBe(false);
  });
});
