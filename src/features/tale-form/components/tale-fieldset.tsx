import type { RefObject } from 'react';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { AuthorField } from './author-field.tsx';
import { CategoryField } from './category-field.tsx';
import { ContentField } from './content-field.tsx';
import { CoverImageField } from './cover-image-field.tsx';
import { DateField } from './date-field.tsx';
import { ExcerptField } from './excerpt-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { ReadTimeField } from './read-time-field.tsx';
import { StatusField } from './status-field.tsx';
import { TextField } from './text-field.tsx';

/** All fields of a tale, in their order. */
export function TaleFieldset({ editor }: { editor: RefObject<EditorHandle | null> }) {
  return (
    <>
      <div className="two">
        <TextField name="title" maxLength={300} isRequired />
        <AuthorField />
      </div>
      <div className="three">
        <CategoryField />
        <StatusField />
        <DateField />
      </div>
      <div className="cover-row">
        <CoverImageField />
        <ReadTimeField />
      </div>
      <ExcerptField />
      <ContentField handle={editor} />
      <MoreFields />
    </>
  );
}
