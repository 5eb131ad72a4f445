/** Schemas of JSON as rows that people can read, and as examples. */
import type { GuideRow } from '#src/features/api-guide/contract.ts';
import type { JsonSchema } from './described-endpoints.ts';

const DEEPEST = 2;

/** The fields of an object, those within as `tales[].title`. Of what is no object one row without a name. */
export function rowsOf(schema: JsonSchema | undefined): GuideRow[] {
  if (schema === undefined) return [];
  const { prefix, inner } = unwrap(schema, '');
  if (inner.properties !== undefined) return fieldsOf(inner, prefix, 0);
  return [{ name: prefix, type: typeOf(inner), isRequired: true, about: aboutOf(inner) }];
}

function fieldsOf(schema: JsonSchema, prefix: string, depth: number): GuideRow[] {
  const required = schema.required as string[] | undefined;
  return Object.entries(schema.properties as Record<string, JsonSchema>).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const row = { name, type: typeOf(property), isRequired: required?.includes(key) ?? false, about: aboutOf(property) };
    const { prefix: within, inner } = unwrap(property, name);
    return inner.properties === undefined || depth >= DEEPEST ? [row] : [row, ...fieldsOf(inner, within, depth + 1)];
  });
}

/** Into lists and things that may be missing. */
function unwrap(schema: JsonSchema, prefix: string): { prefix: string; inner: JsonSchema } {
  if (schema.type === 'array' && isSchema(schema.items)) return unwrap(schema.items, `${prefix}[]`);
  const options = optionsOf(schema).filter((option) => option.type !== 'null');
  const [only] = options;
  return options.length === 1 && only !== undefined ? unwrap(only, prefix) : { prefix, inner: schema };
}

/** In the words of people: 'text', 'one of “draft”, “published”', 'list of texts'. */
function typeOf(schema: JsonSchema): string {
  const options = optionsOf(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.type === 'array') return `list of ${isSchema(schema.items) ? plural(typeOf(schema.items)) : 'anything'}`;
  if (schema.type === 'string') return FORMATS[String(schema.format)] ?? bounded('text', schema.minLength, schema.maxLength, ' characters');
  if (schema.type === 'integer' || schema.type === 'number')
    return bounded(schema.type === 'integer' ? 'whole number' : 'number', schema.minimum, schema.maximum);
  return TYPES[String(schema.type)] ?? 'anything';
}

const FORMATS: Record<string, string> = { uuid: 'id (UUID)', 'date-time': 'date and time (ISO 8601)', uri: 'address' };
const TYPES: Record<string, string> = { boolean: 'true or false', null: 'null', object: 'object' };

function bounded(type: string, least: unknown, most: unknown, unit = ''): string {
  const isReal = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (isReal(least) && least > 0 && isReal(most)) return `${type}, ${least} to ${most}${unit}`;
  if (isReal(most)) return `${type}, at most ${most}${unit}`;
  return type;
}

function plural(type: string): string {
  return type === 'text' || type === 'object' ? `${type}s` : type;
}

/** The ways to fit it, where there are several: by `anyOf`, or by several types. */
function optionsOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => ({ ...schema, type }));
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? options.filter(isSchema) : [];
}

function aboutOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : '';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
};
const ID = '0198c0de-5a1e-7000-8000-000000000001';

/** Something that fits the schema as far as it says: what must be given, or else the first field. */
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
  return schema.type === 'object' ? {} : (EXAMPLES[name] ?? '…');
}
