import { useState } from 'react';
import { FormFrame } from '#src/features/catalogue/components/form-frame.tsx';
import { AreaField, LineField } from '#src/features/catalogue/components/text-fields.tsx';
import { useRecordForm } from '#src/features/catalogue/components/use-record-form.ts';
import type { ManagedPage } from '../contract.ts';
import { MOST_MARKDOWN, MOST_TITLE } from '../page-limits.ts';
import { pageAddress } from '../page-names.ts';
import { PagePreview } from './page-preview.tsx';
import { PAGE_LABELS, type PageValues, pageValues } from './page-values.ts';

type Props = { page: ManagedPage; onSaved: (page: ManagedPage) => void; onHistory: () => void };

/** The words of a page, as Markdown, and how readers would see them. */
export function PageForm({ page, onSaved, onHistory }: Props) {
  const [isShown, setShown] = useState(false);
  const form = useRecordForm<PageValues, ManagedPage>({
    kept: page,
    toValues: pageValues,
    path: '/admin/pages',
    toBody: (changes) => changes,
    onSaved,
    noun: 'page',
  });
  const { values, problems, set, kept } = form;
  return (
    <FormFrame
      {...form}
      title={kept?.title ?? ''}
      labels={PAGE_LABELS}
      onSubmit={form.submit}
      onReset={form.reset}
      foot={
        <>
          <a className="btn btn-quiet" href={pageAddress(page.id)}>
            View page
          </a>
          <button type="button" className="btn btn-quiet" onClick={onHistory}>
            Former versions
          </button>
        </>
      }
    >
      <LineField
        label="Title"
        value={values.title}
        problems={problems.title}
        maxLength={MOST_TITLE}
        required
        onChange={(title) => set({ title })}
      />
      <fieldset className="modes page-modes">
        <legend className="visually-hidden">Show the text as</legend>
        {['Write', 'Preview'].map((name) => {
          const isOn = isShown === (name === 'Preview');
          return (
            <button
              key={name}
              type="button"
              className={isOn ? 'is-on' : undefined}
              aria-pressed={isOn}
              onClick={() => setShown(name === 'Preview')}
            >
              {name}
            </button>
          );
        })}
      </fieldset>
      {isShown ? (
        <PagePreview markdown={values.markdown} />
      ) : (
        <AreaField
          label="Text"
          aside="Markdown"
          value={values.markdown}
          problems={problems.markdown}
          rows={22}
          maxLength={MOST_MARKDOWN}
          hint="A blank line begins a paragraph, ## a heading, - a point of a list, and [words](/contact) is a link."
          onChange={(markdown) => set({ markdown })}
        />
      )}
    </FormFrame>
  );
}
