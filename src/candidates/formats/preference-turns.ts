/** Conversations whose turns say which answer is preferred: `human`, `chosen_gpt`, `rejected_gpt`. */

import { isObject, type JsonObject } from '../fault';
import { missing } from './fields';
import { format } from './format';
import { roleOf, type Role } from './names';
import { conversation } from './passages';
import { readDraft } from './read-draft';

export const preferenceTurns = format('labeled-lists', {
  matches: (value) => turnsOf(value) !== null,
  uses: (value) => [turnsOf(value)?.field ?? null].filter((name) => name !== null),
  read(value) {
    const turns = turnsOf(value);
    if (turns === null) return missing('conversations', 'turns of which one is chosen and one rejected');
    const { field, asked, chosen, rejected } = turns;
    const textsOf = (places: readonly number[]) => places.map((at) => turns.texts[at] ?? '');
    return readDraft(value, {
      query: () => textsOf(asked).join('\n'),
      positives: () => textsOf(chosen),
      negatives: () => {
        const where = { kind: 'list', path: [field], indices: rejected, beside: [] } as const;
        return [{ key: null, texts: textsOf(rejected), where, ranks: null }];
      },
      fields: { query: field, positive: field, negatives: field },
    });
  },
});

/** The one field of turns with what is asked, a chosen and a rejected answer: their places; null for other entries. */
function turnsOf(value: JsonObject) {
  for (const [field, turns] of Object.entries(value)) {
    const texts = Array.isArray(turns) ? conversation(turns) : null;
    if (texts === null) continue;
    const roles = (turns as readonly unknown[]).map(roleOfTurn);
    const places = (role: Role | null) => roles.flatMap((each, at) => (each === role ? [at] : []));
    const [asked, chosen, rejected] = [places(null), places('positive'), places('negative')];
    if (asked.length > 0 && chosen.length > 0 && rejected.length > 0)
      return { field, texts, asked, chosen, rejected };
  }
  return null;
}

/** Whether a turn is the positive or the negative, by who speaks: `chosen_gpt`. */
function roleOfTurn(turn: unknown): Role | null {
  if (!isObject(turn)) return null;
  const [word = ''] = String(turn['from'] ?? turn['role']).split(/[^a-z]/i);
  const { role } = roleOf(word);
  return role === 'positive' || role === 'negative' ? role : null;
}
