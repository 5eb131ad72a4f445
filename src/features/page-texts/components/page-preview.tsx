import { useQuery } from '@tanstack/react-query';
import { send } from '#src/features/accounts/components/send.ts';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import type { PagePreview as Preview } from '../contract.ts';

/** The words as the page would show them. Nothing is saved by that. */
export function PagePreview({ markdown }: { markdown: string }) {
  const query = useQuery({
    queryKey: ['staff', 'page-preview', markdown],
    queryFn: () => send<Preview>('POST', '/admin/page-previews', { markdown }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <section className="page-preview" aria-label="Preview">
      <RecordNote query={query} loading="Loading preview..." gone="There is nothing to show.">
        {({ html, tidied }) => (
          <>
            {tidied ? <p className="hint">Some formatting was tidied: what a page cannot have is left out.</p> : null}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, as it will when it is saved */}
            <div className="page-text" dangerouslySetInnerHTML={{ __html: html }} />
          </>
        )}
      </RecordNote>
    </section>
  );
}
