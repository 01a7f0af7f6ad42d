/** The parts of an error's message that has a list in it: lines that are indented, with a sentence before them. */

export interface MessageParts {
  /** What was found, and what to do. */
  readonly text: string;
  /** The sentence before the list, such as "Reasons:"; empty where there is no list. */
  readonly title: string;
  readonly list: readonly string[];
}

/** Lists of more lines are shown on request only. */
export const SHOWN_LINES = 4;

export function messageParts(message: string): MessageParts {
  const lines = message.split('\n');
  const list = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());
  if (list.length === 0) return { text: message, title: '', list };
  const first = lines.findIndex((line) => line.startsWith('  '));
  const before = lines.slice(0, first).join(' ');
  const after = lines.slice(first).filter((line) => !line.startsWith('  '));
  const cut = before.lastIndexOf('. ');
  const lead = cut === -1 ? '' : before.slice(0, cut + 1);
  return { text: [lead, ...after].join(' ').trim(), title: before.slice(cut + 1).trim(), list };
}
