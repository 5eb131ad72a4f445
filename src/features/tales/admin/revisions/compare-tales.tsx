import { useMemo } from 'react';
import { type Block, compareParagraphs, compareWords } from '#src/admin-ui/compare-text.ts';
import { type FieldChange, FormattingOnly, TextChanges } from '#src/admin-ui/text-changes.tsx';
import { readableParagraphs } from '#src/features/tale-html/plain-text.ts';
import type { TaleFields } from '../../contract.ts';
import { fieldText } from '../../field-text.ts';
import { FORM_ORDER, isSameValue } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';

/** Returns the fields that differ between two versions of a tale. `nameOf` returns the name of a category. */
export function compareTales(before: TaleFields, after: TaleFields, nameOf: (slug: string) => string): FieldChange<FieldName>[] {
  return FORM_ORDER.filter((field) => !isSameValue(field, before, after)).map((field) => {
    return { field, label: taleFields[field].label, blocks: blocksOf(field, before, after, nameOf) };
  });
}

function blocksOf(field: FieldName, before: TaleFields, after: TaleFields, nameOf: (slug: string) => string): Block[] {
  const { kind } = taleFields[field];
  if (kind === 'html') return compareHtml(before[field as 'content'], after[field as 'content']);
  const [old, current] = [before, after].map((fields) => fieldText(field, fields, nameOf)) as [string, string];
  const isText = kind === 'line' || kind === 'text';
  if (isText && old !== '' && current !== '') return [{ parts: compareWords(old, current) }];
  return [
    {
      parts: [
        { text: old || 'Empty', kind: 'removed' },
        { text: current || 'Empty', kind: 'added' },
      ],
    },
  ];
}

/** Returns no blocks if only the formatting differs. */
function compareHtml(before: string, after: string): Block[] {
  const blocks = compareParagraphs(readableParagraphs(before), readableParagraphs(after));
  return blocks.some((block) => 'parts' in block) ? blocks : [];
}

/** The changes of one text field, for one side of an edit conflict. */
export function TextFieldChanges({ before, after, isHtml }: { before: string; after: string; isHtml: boolean }) {
  const blocks = useMemo(() => (isHtml ? compareHtml(before, after) : [{ parts: compareWords(before, after) }]), [before, after, isHtml]);
  return blocks.length === 0 ? <FormattingOnly /> : <TextChanges blocks={blocks} />;
}
