import { compareParagraphs } from '#src/features/versions/components/compare-paragraphs.ts';
import type { FieldChange } from '#src/features/versions/components/compare-tales.ts';
import { compareWords } from '#src/features/versions/components/compare-words.ts';
import type { PageValues } from './page-values.ts';

/** What two versions of a page differ in: its title, and its text by paragraphs. */
export function comparePages(before: PageValues, after: PageValues): FieldChange[] {
  const changes: FieldChange[] = [];
  if (before.title !== after.title)
    changes.push({ field: 'title', label: 'Title', blocks: [{ parts: compareWords(before.title, after.title) }] });
  if (before.markdown !== after.markdown) {
    const blocks = compareParagraphs(paragraphsOf(before.markdown), paragraphsOf(after.markdown));
    changes.push({ field: 'content', label: 'Text', blocks });
  }
  return changes;
}

function paragraphsOf(markdown: string): string[] {
  return markdown.split(/\n{2,}/);
}
