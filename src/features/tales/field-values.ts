/** Names, types and values of a tale's fields, derived from the table of fields. Safe in the browser. */
import type { FieldDefinition } from './field-definition.ts';
import { type FieldName, FORM_ROWS, taleFields } from './fields.ts';

export type Definitions = typeof taleFields;
/** Names of the fields whose definition matches. */
export type NamesWhere<Condition> = { [Name in FieldName]: Definitions[Name] extends Condition ? Name : never }[FieldName];
type ListName = NamesWhere<{ kind: 'lines' | 'set' | 'people' }>;

/** Type of a value in the API of editors and in the form. */
export type FieldValue<Name extends FieldName> = Name extends 'status'
  ? 'draft' | 'published'
  : Name extends ListName
    ? string[]
    : Name extends NamesWhere<{ kind: 'integer' }>
      ? number
      : string;
export type FieldValues = { [Name in FieldName]: FieldValue<Name> };

/** In the order of the API. */
export const FIELD_NAMES = Object.keys(taleFields) as FieldName[];

/** Fields that are people credited on the tale, in the order of the API. */
export type CreditName = NamesWhere<{ kind: 'people' }>;
export const CREDIT_NAMES = FIELD_NAMES.filter((name) => taleFields[name].kind === 'people') as CreditName[];
export const CREDIT_ROLES = CREDIT_NAMES.map((name) => taleFields[name].role);

/** Fields that are columns of `tales`. */
export type ColumnName = Exclude<FieldName, NamesWhere<{ isRelated: true }>>;
export const COLUMN_NAMES = FIELD_NAMES.filter((name) => definitionOf(name).isRelated === undefined) as ColumnName[];

export function definitionOf(name: FieldName): FieldDefinition {
  return taleFields[name];
}

export function isListName(name: FieldName): name is ListName {
  return ['lines', 'set', 'people'].includes(taleFields[name].kind);
}

/** The value of a new tale without the field; '' for dates. */
export function defaultOf<Name extends FieldName>(name: Name): FieldValue<Name> {
  const { kind, default: value = '' } = definitionOf(name);
  return (isListName(name) ? [] : kind === 'integer' ? 0 : value) as FieldValue<Name>;
}

/** The rows of a section of the form. */
export function formRows(section: FieldDefinition['section']): readonly (readonly FieldName[])[] {
  const placed = Object.values(FORM_ROWS).flat(2);
  const others = FIELD_NAMES.filter((name) => taleFields[name].section === section && !placed.includes(name));
  return [...FORM_ROWS[section], ...others.map((name) => [name])];
}

/** In the order of the form. */
export const FORM_ORDER: readonly FieldName[] = [...formRows('main'), ...formRows('more')].flat();

/** Compares a field, ignoring the order of sets and blank lines of lists. */
export function isSameValue(name: FieldName, one: FieldValues, other: FieldValues): boolean {
  return toComparable(name, one) === toComparable(name, other);
}

function toComparable(name: FieldName, values: FieldValues): unknown {
  const { kind } = taleFields[name];
  if (kind === 'date') return Date.parse(String(values[name]));
  if (!isListName(name)) return values[name];
  if (kind === 'set') return values[name].toSorted().join();
  return toLines(values[name].map((text) => text.trim()).filter((text) => text !== ''));
}

/** One item per line, as in the form. */
export function toLines(list: readonly string[]): string {
  return list.join('\n');
}

type Required = NamesWhere<{ requiredToPublish: string }>;
type Alternative = Extract<Definitions[Required], { publishAlternative: FieldName }>['publishAlternative'];
export type PublishFieldName = Required | Alternative;

/** Fields that are missing to publish, on a site that requires source and rights. */
export function listMissingToPublish(values: { [Name in FieldName]?: FieldValue<Name> | undefined }): FieldName[] {
  return FIELD_NAMES.filter((name) => {
    const { requiredToPublish, publishAlternative } = definitionOf(name);
    if (requiredToPublish === undefined) return false;
    return [name, publishAlternative].every((each) => each === undefined || isEmptyValue(values[each as FieldName]));
  });
}

/** Whether a value is missing, blank or without items. */
export function isEmptyValue(value: FieldValues[FieldName] | undefined): boolean {
  return value === undefined || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);
}
