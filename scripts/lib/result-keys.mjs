/**
 * The result's JSON Schema and the list of its keys, made from the schema of valibot (`src/experiments/result.ts`) and from the
 * words of `src/report/keys.json`: several keys may share their words, and a key that its own group leaves out has those of the
 * group `anywhere`.
 */

/** @typedef {readonly { at: readonly string[], note?: string, keys: Readonly<Record<string, string>> }[]} Words */
/** @typedef {{ [key: string]: unknown }} JsonSchema */
/**
 * What of valibot's schemas is read here.
 *
 * @typedef {object} Shape
 * @property {string} type
 * @property {Record<string, Shape>} [entries]
 * @property {Shape} [wrapped]
 * @property {Shape} [item]
 * @property {readonly Shape[]} [items]
 * @property {Shape} [value]
 * @property {Shape} [key]
 * @property {readonly unknown[]} [options] shapes of a union, values of a pick list
 * @property {unknown} [literal]
 */

/** Ids that are keys of objects are described once, as this word, by one of them. */
const IDS = { full: 'WEIGHTING', low_locality: 'BUCKET', near_text: 'FINDING' };

/** Line that the generated part of docs/REPORT.md begins with. */
const MARK = '<!-- From here on made by npm run build -- --make schema -->';

/**
 * @param {object} saved schema of valibot
 * @param {Words} groups
 * @returns {JsonSchema}
 * @throws {Error} where a key has no words, or words have no key
 */
export function jsonSchema(saved, groups) {
  /** @type {Map<string, string>} */
  const words = new Map();
  for (const { at, keys } of groups) {
    for (const [names, meaning] of Object.entries(keys))
      for (const key of names.split(', '))
        for (const place of at) words.set(joined(place === 'report' ? '' : place, key), meaning);
  }
  /** @type {Set<string>} */
  const missing = new Set();
  const unused = new Set(words.keys());

  /** @param {Shape} shape @param {string} path @returns {JsonSchema} */
  const schemaOf = (shape, path) => {
    const { type, entries, wrapped, item, items, value, key, options = [], literal } = shape;
    if (type === 'custom') return { type: 'string' };
    if (type === 'literal') return { const: literal };
    if (type === 'picklist') return { enum: options };
    if (wrapped && type === 'optional') return schemaOf(wrapped, path);
    if (wrapped) return { anyOf: [schemaOf(wrapped, path), { type: 'null' }] };
    if (type === 'union' || type === 'variant')
      return { anyOf: options.map((option) => schemaOf(/** @type {Shape} */ (option), path)) };
    if (item ?? items?.[0])
      return { type: 'array', items: schemaOf(item ?? /** @type {Shape} */ (items?.[0]), `${path}[]`) };
    if (value && key?.options)
      return objectOf(Object.fromEntries(key.options.map((id) => [String(id), value])), path, []);
    if (value) return { type: 'object', additionalProperties: schemaOf(value, joined(path, 'NAME')) };
    if (entries) {
      const required = Object.keys(entries).filter((name) => entries[name]?.type !== 'optional');
      return objectOf(entries, path, required);
    }
    return { type };
  };

  /** @param {Record<string, Shape>} entries @param {string} path @param {readonly string[]} required */
  const objectOf = (entries, path, required) => {
    const names = Object.keys(entries);
    const id = names.map((name) => IDS[/** @type {keyof typeof IDS} */ (name)]).find(Boolean);
    return {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        names.map((name) => {
          const place = joined(path, id ?? name);
          const described = words.has(place) ? place : joined('anywhere', id ?? name);
          if (!words.has(described)) missing.add(place);
          unused.delete(described);
          const own = schemaOf(/** @type {Shape} */ (entries[name]), place);
          return [name, { description: words.get(described), ...own }];
        }),
      ),
    };
  };

  const schema = schemaOf(/** @type {Shape} */ (saved), '');
  if (missing.size > 0) throw new Error(`src/report/keys.json does not describe ${[...missing].join(', ')}.`);
  if (unused.size > 0)
    throw new Error(`src/report/keys.json describes ${[...unused].join(', ')}, which is no key.`);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Result of Negscope', ...schema };
}

/**
 * docs/REPORT.md with its list of keys.
 *
 * @param {string} markdown
 * @param {Words} groups
 */
export function withKeys(markdown, groups) {
  const quoted = (/** @type {readonly string[]} */ names) => names.map((name) => `\`${name}\``).join(', ');
  const [before] = markdown.split(MARK);
  const lists = groups.flatMap(({ at, note, keys }) => [
    `${quoted(at)}${note === undefined ? '' : `: ${note}`}`,
    '',
    ...Object.entries(keys).map(([names, meaning]) => `- ${quoted(names.split(', '))}: ${meaning}`),
    '',
  ]);
  return [`${before}${MARK}`, '', ...lists].join('\n');
}

/** @param {string} path @param {string} key */
function joined(path, key) {
  return path === '' ? key : `${path}.${key}`;
}
