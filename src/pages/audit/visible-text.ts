/** Texts from files as they can be shown: what steers a terminal or the direction of others is made visible. */

/** Control characters but tab and line breaks, and those that turn the direction of what follows. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Where the pictures of the control characters begin in Unicode: ␀. */
const PICTURES = 0x2400;
const DELETE_PICTURE = '␡';

/** The text with a picture or the code of each unseen character. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === 0x7f ? DELETE_PICTURE : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
