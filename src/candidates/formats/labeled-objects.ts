/** Records of a query and passages as objects, each with its own label of 0 or 1. */

import { Fault, isObject, type JsonObject } from '../fault';
import { numberOf, readQueryId, wrongType } from './fields';
import { format, type Text } from './format';
import { isTelling, roleOf } from './names';
import { hasText, passageItem, queryItem } from './passages';
import { readDraft } from './read-draft';

const OPTIONS = { ids: null, instructed: false } as const;
const passage = passageItem(OPTIONS);
const asked = queryItem(OPTIONS);

/** As SciRepEval's: `{"query": {…}, "candidates": [{"title": …, "abstract": …, "score": 1}, …]}`. */
export const labeledObjects = format('labeled-lists', {
  matches: (value) => queryOf(value) !== null && listOf(value) !== null,
  uses: (value) => [queryOf(value), listOf(value)].filter((name) => name !== null),
  read(value) {
    const query = queryOf(value) ?? 'query';
    const list = listOf(value);
    if (list === null)
      return wrongType('candidates', 'a list of objects with a text and a label, 0 or 1', null);
    return readDraft(value, {
      query: () => asText(asked(value[query], query, -1), query),
      positives: () => textsOf(value, list, 1),
      negatives() {
        const texts = textsOf(value, list, 0);
        if (texts instanceof Fault) return texts;
        const where = { kind: 'list', path: [list], indices: labeled(value, list, 0), beside: [] } as const;
        return [{ key: null, texts, where, ranks: null }];
      },
      queryId: readQueryId,
      fields: { query, positive: list, negatives: list },
    });
  },
});

/** The one field that is surely a query, with a text. */
function queryOf(value: JsonObject): string | null {
  const names = Object.keys(value).filter((name) => isTelling(name, ['query']));
  const [name] = names;
  if (name === undefined || names.length > 1) return null;
  const found = value[name];
  return typeof found === 'string' || (isObject(found) && hasText(found)) ? name : null;
}

/** The one list of objects under a name of passages, each with a text and a label. */
function listOf(value: JsonObject): string | null {
  const names = Object.keys(value).filter((name) => {
    const items = value[name];
    const { role } = roleOf(name);
    return (
      (role === 'document' || role === 'answer') &&
      Array.isArray(items) &&
      items.length > 0 &&
      items.every((item) => isObject(item) && hasText(item) && labelOf(item) !== null)
    );
  });
  return names.length === 1 ? (names[0] ?? null) : null;
}

function labelOf(item: JsonObject): 0 | 1 | null {
  const label = numberOf(item['label'] ?? item['score']);
  return label === 0 || label === 1 ? label : null;
}

function labeled(value: JsonObject, list: string, label: 0 | 1): readonly number[] {
  const items = value[list] as readonly JsonObject[];
  return [...items.keys()].filter((index) => labelOf(items[index] as JsonObject) === label);
}

function textsOf(value: JsonObject, list: string, label: 0 | 1): readonly Text[] | Fault {
  const texts: Text[] = [];
  for (const index of labeled(value, list, label)) {
    const text = passage((value[list] as readonly unknown[])[index], list, index);
    if (text instanceof Fault) return text;
    texts.push(text ?? '');
  }
  return texts;
}

function asText(text: Text | null | Fault, field: string): Text | Fault {
  return text ?? wrongType(field, 'a text', text);
}
