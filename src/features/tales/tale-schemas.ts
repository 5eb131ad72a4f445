/** Schemas built from the table of fields: input of editors, output for editors, output for readers. */
import { z } from 'zod';
import { isCoverUrl } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { lineField, required, slug, textField } from '#src/platform/fields.ts';
import { countCharacters, hasLoneSurrogate, isBlank } from '#src/platform/text.ts';
import { LANGUAGE, ORIGIN } from './browse-query.ts';
import type { FieldDefinition, FieldKind } from './field-definition.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  type Definitions,
  defaultOf,
  definitionOf,
  FIELD_NAMES,
  type FieldValue,
  isListName,
  type NamesWhere,
} from './field-values.ts';
import { type FieldName, taleFields } from './fields.ts';

const MAX_CONTENT_BYTES = 2_000_000;

const SCHEMA_BY_KIND: Readonly<Record<FieldKind, (field: FieldDefinition) => z.ZodType>> = {
  line: lineSchema,
  reference: lineSchema,
  text: textSchema,
  html: () =>
    z
      .string()
      .refine((html) => Buffer.byteLength(html) <= MAX_CONTENT_BYTES, { error: 'The text must be at most 2 MB', abort: true })
      .refine((html) => !hasLoneSurrogate(html), { error: 'The text contains invalid characters', abort: true })
      .transform((html) => html.normalize('NFC')),
  lines: linesSchema,
  people: linesSchema,
  set: setSchema,
  choice: ({ options = {}, invalid }) => z.enum(Object.keys(options), invalid),
  // The clock of an editor's device may be wrong: `now` is the time of the database.
  date: () => z.union([dateSchema, z.literal('now')], { error: ({ errors }) => (errors as z.core.$ZodIssue[][])[0]?.[0]?.message }),
  integer: ({ max = Number.MAX_SAFE_INTEGER, invalid }) => z.int().min(0, invalid).max(max, invalid),
  image: ({ invalid }) =>
    z
      .string()
      .max(500)
      .refine((address) => address === '' || isCoverUrl(address), invalid),
  slug: ({ maxLength = 0 }) => slug(maxLength),
  language: ({ maxLength = 0, invalid }) =>
    z.string().max(maxLength).transform(canonicalLanguage).pipe(z.string().regex(LANGUAGE, invalid)),
};

const dateSchema = z.iso
  .datetime({ offset: true, error: 'This is no date and time' })
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() >= 1900 && date.getUTCFullYear() <= 2200, 'The year must be between 1900 and 2200');

function lineSchema({ required: message, maxLength = 0 }: FieldDefinition) {
  return message === undefined ? lineField(maxLength) : required(message, maxLength);
}

function textSchema({ required: message, maxLength = 0, maxCharacters = maxLength, invalid }: FieldDefinition) {
  const isShort = (text: string) => [...text].length <= maxLength && (maxCharacters >= maxLength || countCharacters(text) <= maxCharacters);
  return textField(message)
    .refine((text) => message === undefined || !isBlank(text), message)
    .refine(isShort, invalid ?? `At most ${maxLength} characters`);
}

/** Omits blank lines. */
function linesSchema({ maxItems = 0, maxLength = 0, invalid }: FieldDefinition) {
  return z
    .array(lineField(maxLength))
    .transform((all) => all.filter((text) => !isBlank(text)))
    .refine((all) => all.length <= maxItems, invalid ?? `At most ${maxItems} lines`);
}

function setSchema({ options, maxItems = 0, invalid }: FieldDefinition) {
  if (options === undefined) return z.array(z.string()).max(maxItems, invalid);
  return z.array(z.enum(Object.keys(options), invalid)).transform((values) => [...new Set(values)]);
}

/** Canonical language code, so that filters find all tales of a language. Empty if invalid. */
function canonicalLanguage(code: string): string {
  try {
    // Fast path for most tales: the lookup takes longer than parsing all other fields.
    return code === 'en' ? code : (Intl.getCanonicalLocales(code)[0] ?? '');
  } catch {
    return '';
  }
}

type OptionOf<Name extends FieldName> = Definitions[Name] extends { options: infer Options } ? keyof Options : never;
/** Types of a value before and after parsing. */
type Given<Name extends FieldName> =
  Name extends NamesWhere<{ kind: 'choice' }>
    ? OptionOf<Name>
    : Name extends NamesWhere<{ kind: 'set'; options: object }>
      ? OptionOf<Name>[]
      : FieldValue<Name>;
type Parsed<Name extends FieldName> = Name extends NamesWhere<{ kind: 'date' }> ? Date | 'now' : Given<Name>;
type InputSchema<Name extends FieldName> = z.ZodType<Parsed<Name>, Given<Name>>;
type InputShape = {
  [Name in FieldName]: Name extends NamesWhere<{ required: string }> ? InputSchema<Name> : z.ZodOptional<InputSchema<Name>>;
};

function inputSchema(name: FieldName): z.ZodType {
  const field = definitionOf(name);
  const schema = SCHEMA_BY_KIND[field.kind](field);
  if (name === 'origin') return schema.refine((text) => text === '' || ORIGIN.test(String(text)), field.invalid).optional();
  return field.required === undefined ? schema.optional() : schema;
}

/**
 * Input of editors and importers. An update keeps omitted fields. Without `slug` it is generated from the title and follows it until the
 * tale is first published. `author` is a name, `category` and `tags` are slugs of categories.
 */
export const TaleInput = z.strictObject(shapeOf(FIELD_NAMES, inputSchema) as InputShape);
export type TaleInput = z.input<typeof TaleInput>;
export type TaleValues = z.output<typeof TaleInput>;

/** Output for editors, also of revisions and drafts, which may lack fields that were added later. */
export const editorShape = shapeOf(FIELD_NAMES, (name) => {
  const { addedLater, options = {} } = definitionOf(name);
  const schema = name === 'status' ? z.enum(Object.keys(options)) : valueSchema(name);
  return addedLater ? schema.default(defaultOf(name)) : schema;
}) as unknown as { [Name in FieldName]: z.ZodType<FieldValue<Name>, FieldValue<Name>> };

type PageName = Extract<NamesWhere<{ visibility: 'page' }>, ColumnName>;
/** Columns that the page of a tale shows unchanged. */
export const PAGE_COLUMNS = COLUMN_NAMES.filter((name) => taleFields[name].visibility === 'page') as PageName[];

type PublicName<Name extends string> = Name extends `${infer Start}_${infer Rest}` ? `${Start}${Capitalize<PublicName<Rest>>}` : Name;
type PageFields = { [Name in PageName as PublicName<Name>]: FieldValue<Name> };

/** Output for readers, in camelCase. */
export const pageShape = Object.fromEntries(PAGE_COLUMNS.map((name) => [publicName(name), valueSchema(name)])) as unknown as {
  [Name in keyof PageFields]: z.ZodType<PageFields[Name], PageFields[Name]>;
};

/** Converts values to the fields of the page; missing ones are empty. */
export function toPageFields(values: { [Name in PageName]?: FieldValue<Name> | undefined }): PageFields {
  return Object.fromEntries(PAGE_COLUMNS.map((name) => [publicName(name), values[name] ?? defaultOf(name)])) as PageFields;
}

function publicName(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function valueSchema(name: FieldName): z.ZodType {
  if (isListName(name)) return z.array(z.string());
  return taleFields[name].kind === 'integer' ? z.int() : z.string();
}

function shapeOf(names: readonly FieldName[], schemaOf: (name: FieldName) => z.ZodType): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const { label, help } = definitionOf(name);
      return [name, schemaOf(name).describe(help === undefined ? label : `${label}. ${help}`)];
    }),
  );
}
