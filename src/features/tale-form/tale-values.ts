/** What stands in the form of a tale: its fields as they are typed, and which of them differ. Plain code, safe in the browser. */

import type { ManagedTale, TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';

export type FieldName = keyof TaleFields;

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[];

/** A new tale as the specification begins it. `now` is the time in milliseconds. */
export function blankTale(now: number): TaleFields {
  return {
    title: 'Untitled Tale',
    author: '',
    category: '',
    excerpt: '',
    content: '',
    status: 'draft',
    publish_date: new Date(now).toISOString(),
    cover_image: '',
    read_time: 0,
    slug: '',
    tags: [],
    language: 'en',
    origin: '',
    tale_type: '',
    age_band: '',
    content_notes: [],
    motifs: [],
    why_it_matters: '',
    questions: [],
    retold_from: '',
    source: '',
    rights: '',
  };
}

/** Of a tale only what its form holds. */
export function fieldsOf(tale: ManagedTale): TaleFields {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, tale[name]])) as TaleFields;
}

/** Fields that are sets. */
export const SETS = ['tags', 'content_notes'] as const satisfies readonly FieldName[];

export function isSet(name: FieldName): name is (typeof SETS)[number] {
  return (SETS as readonly string[]).includes(name);
}

/** Fields that are lines in their order. */
export const LISTS = ['motifs', 'questions'] as const satisfies readonly FieldName[];

export function isList(name: FieldName): name is (typeof LISTS)[number] {
  return (LISTS as readonly string[]).includes(name);
}

/** Whether a field says the same in both; of a set the order says nothing. */
export function isSame(name: FieldName, one: TaleFields, other: TaleFields): boolean {
  if (isSet(name)) return [...one[name]].sort().join() === [...other[name]].sort().join();
  if (isList(name)) return said(one[name]) === said(other[name]);
  if (name === 'publish_date') return Date.parse(one.publish_date) === Date.parse(other.publish_date);
  return one[name] === other[name];
}

/** What a list says: blank lines say nothing. */
function said(list: readonly string[]): string {
  return toLines(list.map((text) => text.trim()).filter((text) => text !== ''));
}

/** A list as it is typed, a line each. */
export function toLines(list: readonly string[]): string {
  return list.join('\n');
}

/** The names of the fields that say something else than they did. */
export function changedNames(base: TaleFields, values: TaleFields): FieldName[] {
  return FIELD_NAMES.filter((name) => !isSame(name, base, values));
}

/** A draft as it was kept, which may hold anything, over the fields of the tale it belongs to. What is of the wrong kind is left out. */
export function withDraft(fields: TaleFields, draft: Readonly<Record<string, unknown>>): TaleFields {
  const kept = FIELD_NAMES.filter((name) => Object.hasOwn(draft, name) && isOfKind(name, draft[name]));
  return { ...fields, ...Object.fromEntries(kept.map((name) => [name, draft[name]])) };
}

function isOfKind(name: FieldName, value: unknown): boolean {
  if (isSet(name) || isList(name)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (name === 'read_time') return Number.isSafeInteger(value);
  if (name === 'status') return value === 'draft' || value === 'published';
  return typeof value === 'string';
}

/** What a new tale is sent as: what was left empty is for the server to fill in. The date counts only when it was set by hand. */
export function toNewTale(values: TaleFields, isDateChosen: boolean): Partial<TaleFields> {
  const { slug, language, publish_date, ...rest } = values;
  return { ...rest, ...(slug !== '' && { slug }), ...(language !== '' && { language }), ...(isDateChosen && { publish_date }) };
}

/** The fields of these names alone. */
export function pick(values: TaleFields, names: readonly FieldName[]): Partial<TaleFields> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
