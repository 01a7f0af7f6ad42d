import { describe, expect, it } from 'vitest';

import { clipped, linesOf, svgElement, xmlText } from '../../src/app/svg';

describe('SVG as text', () => {
  it('escapes what is markup and replaces what XML forbids', () => {
    expect(xmlText('<script> & "x"')).toBe('&lt;script&gt; &amp; &quot;x&quot;');
    expect(xmlText('a\u0000b\u001b\ud800c\uffff')).toBe('a\ufffdb\ufffd\ufffdc\ufffd');
    expect(xmlText('tab\there, 東京 🙂')).toBe('tab\there, 東京 🙂');
  });

  it('writes elements with their attributes, figures to a hundredth', () => {
    expect(svgElement('rect', { x: 1 / 3, fill: '"' })).toBe('<rect x="0.33" fill="&quot;"/>');
    expect(svgElement('g', {}, svgElement('path', { d: 'M0 0' }), 'x')).toBe('<g><path d="M0 0"/>x</g>');
  });

  it('cuts text at blanks, and a word that is too long', () => {
    expect(linesOf('a bc def g', 4)).toEqual(['a bc', 'def', 'g']);
    expect(linesOf('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
    expect(linesOf('🙂🙂🙂', 2)).toEqual(['🙂🙂', '🙂']);
  });

  it('cuts a name where it has no room', () => {
    expect(clipped('repllama', 8)).toBe('repllama');
    expect(clipped('repllama-2', 8)).toBe('repllam…');
  });
});
