/** Zod schemas as JSON Schema 2020-12, those with an id as components of the OpenAPI document. */
import { z } from 'zod';
import type { GuideRow } from '#src/features/api-guide/contract.ts';
import { FIELD_DESCRIPTIONS } from './openapi-field-descriptions.ts';

export type JsonSchema = { [keyword: string]: unknown };
export type JsonSchemas = { [name: string]: JsonSchema };
type Direction = 'input' | 'output';

const ROOT = '#/components/schemas/';
/** Follows the name in references from request bodies until it is known whether requests need a schema of their own. */
const INPUT = '~input';

/** Converts schemas one by one; `finish` then resolves the references in whatever was made of them. */
export function createSchemas() {
  const found = { input: new Map<string, JsonSchema>(), output: new Map<string, JsonSchema>() };

  /**
   * Transformations and refinements have no equivalent in JSON Schema and are left out.
   * `descriptions`: for fields without a description, by name.
   */
  function convert(schema: z.ZodType, io: Direction, descriptions = FIELD_DESCRIPTIONS): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = toReferences(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema, io);
    for (const [name, { id: _id, ...definition }] of Object.entries($defs as JsonSchemas))
      found[io].set(name, describeFields(definition, FIELD_DESCRIPTIONS));
    return describeFields(root, descriptions);
  }

  /**
   * Returns the named schemas, and `value` with references to them. Where a schema differs between requests and responses, as by its
   * defaults, that of requests gets the suffix `Input`.
   */
  function finish<Value>(value: Value): { schemas: JsonSchemas; value: Value } {
    const own = findInputSchemas(found.input, found.output);
    const inputName = (name: string) => (own.has(name) ? `${name}Input` : name);
    const all = [...found.output, ...[...found.input].map(([name, schema]) => [inputName(name), schema] as const)];
    const schemas = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const text = JSON.stringify({ schemas, value }).replaceAll(/"#\/components\/schemas\/(\w+)~input"/g, (_, name: string) =>
      JSON.stringify(ROOT + inputName(name)),
    );
    return JSON.parse(text) as { schemas: JsonSchemas; value: Value };
  }

  return { convert, finish };
}

/** Names of schemas that are not the same in requests and responses, or refer to such a schema. */
function findInputSchemas(input: ReadonlyMap<string, JsonSchema>, output: ReadonlyMap<string, JsonSchema>): Set<string> {
  const both = [...input].filter(([name]) => output.has(name)).map(([name, schema]) => ({ name, text: JSON.stringify(schema) }));
  const own = new Set(
    both.filter(({ name, text }) => text.replaceAll(INPUT, '') !== JSON.stringify(output.get(name))).map(({ name }) => name),
  );
  for (let size = -1; size !== own.size; ) {
    size = own.size;
    for (const { name, text } of both) if ([...own].some((other) => text.includes(`"${ROOT}${other}${INPUT}"`))) own.add(name);
  }
  return own;
}

function toReferences(schema: JsonSchema, io: Direction): JsonSchema {
  const suffix = io === 'input' ? INPUT : '';
  return JSON.parse(JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name: string) => JSON.stringify(ROOT + name + suffix)));
}

/** Adds the common description of its name to each field that has none. */
function describeFields(schema: JsonSchema, descriptions: typeof FIELD_DESCRIPTIONS): JsonSchema {
  return mapSchemas(schema, (one) => {
    if (!isSchema(one.properties)) return one;
    const properties = Object.entries(one.properties as JsonSchemas).map(([name, field]) => {
      const text = descriptions[name];
      return [
        name,
        text === undefined || field.description !== undefined || field.$ref !== undefined ? field : { ...field, description: text },
      ];
    });
    return { ...one, properties: Object.fromEntries(properties) };
  });
}

/** The schema without references: each is replaced by what it refers to. */
export function inline(schema: JsonSchema, schemas: JsonSchemas): JsonSchema {
  return mapSchemas(schema, ({ $ref, ...rest }) => {
    const target = typeof $ref === 'string' ? schemas[$ref.replace(ROOT, '')] : undefined;
    return target === undefined ? rest : { ...inline(target, schemas), ...rest };
  });
}

/** Applies `change` to a schema and to all within it, the inner ones first. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isSchema(value) ? mapSchemas(value, change) : value;
  };
  const byName = (fields: unknown) =>
    Object.fromEntries(Object.entries(fields as JsonSchemas).map(([name, field]) => [name, inner(field)]));
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') return [keyword, byName(value)];
    return [keyword, SUBSCHEMAS.has(keyword) ? inner(value) : value];
  });
  return change(Object.fromEntries(entries));
}

const SUBSCHEMAS = new Set(['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'not', 'additionalProperties', 'propertyNames']);

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON schemas, with their references inlined, as rows of the guide and as examples. */

const MAX_DEPTH = 2;

/** Returns the fields of an object, nested ones as `tales[].title`. Any other schema is one row without a name. */
export function rowsOf(schema: JsonSchema | undefined): GuideRow[] {
  if (schema === undefined) return [];
  const { prefix, inner } = unwrap(schema, '');
  if (inner.properties !== undefined) return fieldsOf(inner, prefix, 0);
  return [{ name: prefix, type: typeOf(inner), isRequired: true, description: descriptionOf(inner) }];
}

function fieldsOf(schema: JsonSchema, prefix: string, depth: number): GuideRow[] {
  const required = schema.required as string[] | undefined;
  return Object.entries(schema.properties as Record<string, JsonSchema>).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const row = { name, type: typeOf(property), isRequired: required?.includes(key) ?? false, description: descriptionOf(property) };
    const { prefix: within, inner } = unwrap(property, name);
    return inner.properties === undefined || depth >= MAX_DEPTH ? [row] : [row, ...fieldsOf(inner, within, depth + 1)];
  });
}

/** Unwraps arrays and nullable schemas. */
function unwrap(schema: JsonSchema, prefix: string): { prefix: string; inner: JsonSchema } {
  if (schema.type === 'array' && isSchema(schema.items)) return unwrap(schema.items, `${prefix}[]`);
  const options = optionsOf(schema).filter((option) => option.type !== 'null');
  const [only] = options;
  return options.length === 1 && only !== undefined ? unwrap(only, prefix) : { prefix, inner: schema };
}

/** Returns for example 'string', 'one of "draft", "published"', 'array of strings'. */
function typeOf(schema: JsonSchema): string {
  const options = optionsOf(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.type === 'array') return `array of ${isSchema(schema.items) ? plural(typeOf(schema.items)) : 'anything'}`;
  if (schema.type === 'string')
    return FORMATS[String(schema.format)] ?? bounded('string', schema.minLength, schema.maxLength, ' characters');
  if (schema.type === 'integer' || schema.type === 'number') return bounded(String(schema.type), schema.minimum, schema.maximum);
  return TYPES[String(schema.type)] ?? 'anything';
}

const FORMATS: Record<string, string> = { uuid: 'UUID', 'date-time': 'date-time (ISO 8601)', uri: 'URL' };
const TYPES: Record<string, string> = { boolean: 'boolean', null: 'null', object: 'object' };

function bounded(type: string, min: unknown, max: unknown, unit = ''): string {
  const isReal = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (isReal(min) && min > 0 && isReal(max)) return `${type}, ${min} to ${max}${unit}`;
  if (isReal(max)) return `${type}, at most ${max}${unit}`;
  return type;
}

function plural(type: string): string {
  return ['string', 'object', 'integer', 'number', 'UUID'].includes(type) ? `${type}s` : type;
}

/** The alternatives of a schema with `anyOf`, `oneOf` or several types. */
function optionsOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => ({ ...schema, type }));
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? options.filter(isSchema) : [];
}

function descriptionOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : '';
}

const EXAMPLES: Record<string, unknown> = {
  title: 'The Snow Queen',
  author: 'Hans Christian Andersen',
  name: 'The Snow Queen',
  category: 'classic',
  excerpt: 'Gerda looks for Kay.',
  content: '<p>Now then! Let us begin.</p>',
  status: 'draft',
  time_zone: 'Europe/Berlin',
  email: 'gerda@tales.example',
  newEmail: 'gerda@tales.example',
  place: '12.0',
  id: 'AQIDBA',
  rawId: 'AQIDBA',
  clientDataJSON: 'AQIDBA',
  authenticatorData: 'AQIDBA',
  signature: 'AQIDBA',
  attestationObject: 'AQIDBA',
};
const ID = '0198c0de-5a1e-7000-8000-000000000001';

/** Returns an example that fits the schema: the required fields, or else the first one. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const [option] = optionsOf(schema).filter(({ type }) => type !== 'null');
  if (option !== undefined) return exampleOf(option, name);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (isSchema(schema.properties)) {
    const fields = Object.entries(schema.properties as Record<string, JsonSchema>);
    const required = fields.filter(([key]) => (schema.required as string[] | undefined)?.includes(key));
    return Object.fromEntries((required.length > 0 ? required : fields.slice(0, 1)).map(([key, field]) => [key, exampleOf(field, key)]));
  }
  if (schema.type === 'array') return isSchema(schema.items) ? [exampleOf(schema.items, name)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return typeof schema.minimum === 'number' ? Math.max(1, schema.minimum) : 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return ID;
  if (schema.format === 'date-time') return '2026-11-22T18:00:00Z';
  return schema.type === 'object' ? {} : (EXAMPLES[name] ?? '…');
}
