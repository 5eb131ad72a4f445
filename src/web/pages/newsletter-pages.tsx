/** Sent issues of the newsletter. */
import '#src/ui/styles/browse/index.css';
import { IssuePage, IssueTestPage, NewsletterArchivePage } from '#src/features/newsletter/issues/pages/issue-pages.tsx';
import { useSite } from '#src/ui/site.ts';
import { LoadResult, useLoaded } from '../current-page.tsx';
import type { load } from '../loaders.ts';

export { IssueTestPage as NewsletterTest };

export function Newsletter() {
  const { isNewsletterDisabled } = useSite();
  return (
    <LoadResult of={useLoaded<typeof load.issues>()}>
      {(page) => <NewsletterArchivePage page={page} isDisabled={isNewsletterDisabled} />}
    </LoadResult>
  );
}

export function NewsletterIssue() {
  return <LoadResult of={useLoaded<typeof load.issue>()}>{(issue) => <IssuePage issue={issue} />}</LoadResult>;
}
