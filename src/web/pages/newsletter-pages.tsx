/** Sent issues of the newsletter. */
import { useLoaderData } from '@tanstack/react-router';
import type { PublishedIssue, PublishedIssuePage } from '#src/features/newsletter/issues/contract.ts';
import { IssuePage, IssueTestPage, NewsletterArchivePage } from '#src/features/newsletter/issues/pages/issue-pages.tsx';
import { useSite } from '#src/ui/site.ts';
import { type LoadedValue, LoadResult } from '../load-result.tsx';

export { IssueTestPage as NewsletterTest };

export function Newsletter() {
  const { isNewsletterDisabled } = useSite();
  const loaded = useLoaderData({ strict: false }) as LoadedValue<PublishedIssuePage> | undefined;
  return loaded === undefined ? null : (
    <LoadResult of={loaded}>{(page) => <NewsletterArchivePage page={page} isDisabled={isNewsletterDisabled} />}</LoadResult>
  );
}

export function NewsletterIssue() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<PublishedIssue> | undefined;
  return loaded === undefined ? null : <LoadResult of={loaded}>{(issue) => <IssuePage issue={issue} />}</LoadResult>;
}
