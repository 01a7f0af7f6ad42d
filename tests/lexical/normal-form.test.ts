import { describe, expect, it } from 'vitest';

import { normalForm } from '../../src/lexical/normal-form';

describe('the normal form', () => {
  it.each([
    ['English', '  Who wrote “Faust”?\u00a0', 'who wrote faust', 'who wrote faustus'],
    ['German', 'Wer schrieb »Faust«?', 'wer  schrieb faust', 'wer schreibt faust'],
    ['French', 'Où est l’Élysée ?', 'où est lélysée', 'ou est lelysee'],
    ['Spanish', '¿Dónde está Perú?', 'dónde está perú', 'donde esta peru'],
    ['Russian', 'Кто написал «Войну и мир»?', 'кто написал войну и мир', 'кто написал войну'],
    ['Greek', 'ΠΟΙΟΣ ΕΓΡΑΨΕ;', 'ποιος εγραψε', 'ποιά έγραψε'],
    ['Arabic', 'من كتب «فاوست»؟', 'من كتب فاوست', 'من قرأ فاوست'],
    ['Hindi', 'फ़ाउस्ट किसने लिखा।', 'फ़ाउस्ट किसने लिखा', 'फाउस्ट किसने लिखा'],
    ['Chinese', '《浮士德》是谁写的？ＡＢＣ', '浮士德是谁写的abc', '浮士德是谁譯的abc'],
    ['Japanese', '「ﾌｧｳｽﾄ」は誰が書いた。', 'ファウストは誰が書いた', 'ファウストは誰か'],
    ['Korean', '파우스트는 누가 썼나요?', '파우스트는 누가 썼나요', '파우스트는 누가 읽었나요'],
  ])('%s: signs, case and blanks make no difference, words do', (_, text, same, other) => {
    expect(normalForm(text)).toBe(normalForm(same));
    expect(normalForm(text)).not.toBe(normalForm(other));
  });

  it('composes, keeps symbols that are no punctuation, and leaves nothing of signs alone', () => {
    expect(normalForm('e\u0301te\u0301')).toBe(normalForm('ÉTÉ'));
    expect(normalForm('What is C++?')).not.toBe(normalForm('What is C?'));
    expect(normalForm('… ?!')).toBe('');
  });
});
