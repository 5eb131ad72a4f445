import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { noteWords } from '#src/features/tales/content-notes.ts';
import { momentOf } from '#src/ui/when.ts';
import { type Block, compareParagraphs } from './compare-paragraphs.ts';
import { compareWords } from './compare-words.ts';
import { readableParagraphs } from './readable-text.ts';

/** A field that is not the same. Without blocks its words are: only its form has changed. */
export type FieldChange = { field: keyof TaleFields; label: string; blocks: Block[] };

/** What two versions of a tale differ in, by field. */
export function compareTales(before: TaleFields, after: TaleFields): FieldChange[] {
  return (Object.keys(FIELD_LABELS) as (keyof TaleFields)[]).flatMap((field) => {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return [];
    return [{ field, label: FIELD_LABELS[field], blocks: blocksOf(field, before, after) }];
  });
}

function blocksOf(field: keyof TaleFields, before: TaleFields, after: TaleFields): Block[] {
  if (field === 'content') {
    const blocks = compareParagraphs(readableParagraphs(before.content), readableParagraphs(after.content));
    return blocks.some((block) => 'parts' in block) ? blocks : [];
  }
  if (isText(field) && before[field] !== '' && after[field] !== '') return [{ parts: compareWords(before[field], after[field]) }];
  const [was, is] = [said(field, before), said(field, after)];
  return [
    {
      parts: [
        { text: was, kind: 'removed' },
        { text: is, kind: 'added' },
      ],
    },
  ];
}

const TEXTS = ['title', 'author', 'excerpt', 'why_it_matters', 'retold_from', 'source', 'rights'] as const;

function isText(field: keyof TaleFields): field is (typeof TEXTS)[number] {
  return (TEXTS as readonly string[]).includes(field);
}

/** A value in words; a blank one too, as nothing cannot be struck out. */
function said(field: keyof TaleFields, fields: TaleFields): string {
  if (field === 'publish_date') return momentOf(fields.publish_date);
  if (field === 'status') return fields.status === 'published' ? 'Published' : 'Draft';
  if (field === 'read_time') return fields.read_time === 0 ? 'Computed' : `${fields.read_time} min`;
  if (field === 'cover_image') return fields.cover_image || 'The drawn cover';
  if (field === 'category') return named(fields.category);
  if (field === 'content_notes') return noteWords(fields.content_notes) || 'None';
  if (field === 'tags') return fields.tags.map(named).join(', ') || 'None';
  if (field === 'motifs' || field === 'questions') return fields[field].join('\n') || 'None';
  return fields[field] || 'Nothing';
}

/** A slug as words. */
function named(slug: string): string {
  return slug.replaceAll('-', ' ');
}
