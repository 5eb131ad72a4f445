import { PageHead } from '#src/ui/page-head.tsx';
import type { PageText } from '../contract.ts';

/** One of the texts behind the footer. Its HTML was made clean when it was written. */
export function TextPage({ page }: { page: PageText }) {
  return (
    <div className="page text-page">
      <PageHead eyebrow="Talewood" title={page.title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text was made clean when it was written */}
      <div className="page-text" dangerouslySetInnerHTML={{ __html: page.html }} />
      <p className="page-changed">
        Last changed <time dateTime={page.changed_at}>{dayInWords(page.changed_at)}</time>
      </p>
    </div>
  );
}

/** The same on the server and in every browser: 22 November 2026, by UTC. */
function dayInWords(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
