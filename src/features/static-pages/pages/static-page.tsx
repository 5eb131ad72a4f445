import { PageHead } from '#src/ui/page-head.tsx';
import { useSite } from '#src/ui/site.ts';
import type { StaticPageView } from '../contract.ts';

/** A static page. Its HTML was sanitized when it was saved. */
export function StaticPage({ page }: { page: StaticPageView }) {
  return (
    <div className="page text-page">
      <PageHead eyebrow={useSite().name} title={page.title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved */}
      <div className="page-text" dangerouslySetInnerHTML={{ __html: page.html }} />
      <p className="page-changed">
        Last changed <time dateTime={page.changed_at}>{formatLongDate(page.changed_at)}</time>
      </p>
    </div>
  );
}

/** Returns a date as in 22 November 2026, in UTC, so that server and browser render the same. */
function formatLongDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
