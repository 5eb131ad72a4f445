import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordNote } from '#src/admin-ui/record.tsx';
import { FormFrame, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { AreaField, LineField } from '#src/admin-ui/text-fields.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { ManagedPage, PagePreview as Preview } from '../contract.ts';
import { MAX_MARKDOWN_LENGTH, MAX_TITLE_LENGTH, pageUrl } from '../page-names.ts';

type Props = { page: ManagedPage; onSaved: (page: ManagedPage) => void; onHistory: () => void };

/** Edits a page as Markdown, with a preview. */
export function PageForm({ page, onSaved, onHistory }: Props) {
  const [isShown, setShown] = useState(false);
  const form = useRecordForm<PageValues, ManagedPage>({
    saved: page,
    toValues: pageValues,
    path: '/admin/pages',
    toBody: (changes) => changes,
    onSaved,
    noun: 'page',
    labels: PAGE_LABELS,
  });
  const { field, values, saved } = form;
  return (
    <FormFrame
      {...form.frame}
      title={saved?.title ?? ''}
      foot={
        <>
          <a className="btn btn-quiet" href={pageUrl(page.id)}>
            View page
          </a>
          <button type="button" className="btn btn-quiet" onClick={onHistory}>
            Version history
          </button>
        </>
      }
    >
      <LineField {...field('title')} maxLength={MAX_TITLE_LENGTH} required />
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
          {...field('markdown')}
          aside="Markdown"
          rows={22}
          maxLength={MAX_MARKDOWN_LENGTH}
          hint="A blank line starts a paragraph, ## a heading, - a list item; [text](/contact) is a link."
        />
      )}
    </FormFrame>
  );
}

/** Renders Markdown on the server as the page would show it. */
export function PagePreview({ markdown }: { markdown: string }) {
  const query = useQuery({
    queryKey: ['staff', 'page-preview', markdown],
    queryFn: () => apiRequest<Preview>('POST', '/admin/page-previews', { markdown }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <section className="page-preview" aria-label="Preview">
      <RecordNote query={query} loading="Loading preview..." gone="No preview available.">
        {({ html, tidied }) => (
          <>
            {tidied ? <p className="hint">Unsupported formatting was removed.</p> : null}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server */}
            <div className="page-text" dangerouslySetInnerHTML={{ __html: html }} />
          </>
        )}
      </RecordNote>
    </section>
  );
}

/** Values of the form fields. */
export type PageValues = { title: string; markdown: string };

const PAGE_LABELS: Record<keyof PageValues, string> = { title: 'Title', markdown: 'Text' };

function pageValues(page: ManagedPage | null): PageValues {
  return { title: page?.title ?? '', markdown: page?.markdown ?? '' };
}
