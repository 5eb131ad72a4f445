import type { TaleFields } from '#src/features/manage/contract.ts';
import { noteWords } from '#src/features/tales/content-notes.ts';
import { momentOf } from '#src/ui/when.ts';
import { type FieldName, isList, toLines } from './tale-values.ts';

/** What a field says, in words for who compares it; `categories` are names by slug. */
export function showValue(name: FieldName, values: TaleFields, categories: ReadonlyMap<string, string>): string {
  const nameOf = (slug: string) => categories.get(slug) ?? slug;
  if (name === 'category') return nameOf(values.category);
  if (name === 'tags') return values.tags.map(nameOf).join(', ');
  if (name === 'content_notes') return noteWords(values.content_notes);
  if (isList(name)) return toLines(values[name]);
  if (name === 'status') return values.status === 'published' ? 'Published' : 'Draft';
  if (name === 'publish_date') return Number.isNaN(Date.parse(values.publish_date)) ? '' : momentOf(values.publish_date);
  if (name === 'read_time') return values.read_time === 0 ? 'Counted from the words' : `${values.read_time} minutes`;
  return values[name];
}
