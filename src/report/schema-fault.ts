/** Where a value breaks a JSON Schema: of 2020-12 the words that `public/report.schema.json` uses. */

export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
}

export interface SchemaFault {
  /** Keys from the top down; places in lists count from 0. */
  readonly path: readonly (string | number)[];
  /** `expected a number, found a text`. */
  readonly message: string;
}

const IN_WORDS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
} as const;

/** The first place where a value read from JSON breaks the schema; null where it keeps to it. */
export function schemaFault(
  value: unknown,
  schema: JsonSchema,
  path: SchemaFault['path'] = [],
): SchemaFault | null {
  if (schema.anyOf) return faultOfAny(value, schema.anyOf, path);
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum;
  if (values)
    return values.includes(value) ? null : { path, message: expected(valuesInWords(values), value) };
  const { type } = schema;
  if (type === undefined) return null;
  if (type !== typeOf(value)) return { path, message: expected(IN_WORDS[type], value) };
  if (type === 'array') return faultOfItems(value as readonly unknown[], schema, path);
  return type === 'object' ? faultOfObject(value as object, schema, path) : null;
}

/** Where no alternative holds: the fault of the one that holds longest. */
function faultOfAny(
  value: unknown,
  alternatives: readonly JsonSchema[],
  path: SchemaFault['path'],
): SchemaFault | null {
  let deepest: SchemaFault | null = null;
  for (const schema of alternatives) {
    const fault = schemaFault(value, schema, path);
    if (fault === null) return null;
    if (deepest === null || fault.path.length > deepest.path.length) deepest = fault;
  }
  return deepest;
}

function faultOfItems(
  items: readonly unknown[],
  { items: schema }: JsonSchema,
  path: SchemaFault['path'],
): SchemaFault | null {
  if (!schema) return null;
  for (const [place, item] of items.entries()) {
    const fault = schemaFault(item, schema, [...path, place]);
    if (fault) return fault;
  }
  return null;
}

function faultOfObject(
  object: object,
  { required = [], properties = {}, additionalProperties }: JsonSchema,
  path: SchemaFault['path'],
): SchemaFault | null {
  const missing = required.find((key) => !Object.hasOwn(object, key));
  if (missing !== undefined) return { path: [...path, missing], message: 'this key is missing' };
  for (const [key, value] of Object.entries(object)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    const own = [...path, key];
    if (schema === false) return { path: own, message: 'this key is unknown' };
    const fault = schema ? schemaFault(value, schema, own) : null;
    if (fault) return fault;
  }
  return null;
}

function typeOf(value: unknown): NonNullable<JsonSchema['type']> | null {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean' ? type : null;
}

function expected(what: string, value: unknown): string {
  const type = typeOf(value);
  return `expected ${what}, found ${type === null ? 'nothing' : IN_WORDS[type]}`;
}

function valuesInWords(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`;
}
