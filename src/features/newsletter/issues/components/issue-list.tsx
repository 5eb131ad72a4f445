import { useState } from 'react';
import { StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { PagedList, useLivePages, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { formatCount, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { IssueRow, IssueRows } from '../contract.ts';
import { formatIssueDay } from './issue-text.ts';

const PATH = '/newsletter/issues';
const SKIP_REASONS = {
  editor: 'by an editor',
  no_news: 'no new tales',
  no_tales: 'none of its tales was public',
};

/** Sent, sending and skipped issues with delivery counts. */
export function IssueList() {
  const query = usePagedList<IssueRows>(PATH, {}, { isLive: true });
  const live = useLivePages('newsletter', query, (page) => page.issues);
  const issues = live.rows;
  const reload = useReloadLists(PATH);
  return (
    <>
      <h2>Past issues</h2>
      <PagedList
        live={live}
        query={query}
        count={issues.length}
        words={['issue', 'issues']}
        loading="Loading issues..."
        empty="No issues have been sent yet."
        failed="Error loading issues"
      >
        <ul className="issue-list">
          {issues.map((issue) => (
            <IssueItem key={issue.id} issue={issue} onRetried={reload} />
          ))}
        </ul>
      </PagedList>
    </>
  );
}

function IssueItem({ issue, onRetried }: { issue: IssueRow; onRetried: () => Promise<void> }) {
  const { id, issue_date, status, subject, why, at, deliveries } = issue;
  const [isBusy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const { queued } = await apiRequest<{ queued: number }>('POST', `/admin${PATH}/${id}/retry`);
      await onRetried();
      void toast({ title: 'Emails queued', text: `${formatCount(queued)} will be sent again.` });
    } catch (error) {
      void toast({ title: 'Error sending emails', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusy(false);
  }

  return (
    <LiveRow as="li" id={id} className="issue-line">
      <b>{status === 'skipped' ? formatIssueDay(issue_date) : <a href={urls.newsletter(issue_date)}>{subject}</a>}</b>
      <small className="figures">
        {status === 'skipped' ? `Skipped${why === null ? '' : `: ${SKIP_REASONS[why]}`}` : formatLocalTime(at)}
      </small>
      {status === 'skipped' ? null : (
        <span className="issue-numbers figures" role={status === 'sending' ? 'status' : undefined}>
          <StatusBadge kind={status === 'sent' ? 'good' : 'amber'}>{status === 'sent' ? 'Sent' : 'Sending'}</StatusBadge>
          {formatDeliveries(deliveries)}
        </span>
      )}
      {deliveries.failed > 0 ? (
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-label={`Resend failed emails of the issue of ${formatIssueDay(issue_date)}`}
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
          onClick={() => void retry()}
        >
          <Icon name="retry" />
          Resend failed
        </button>
      ) : null}
    </LiveRow>
  );
}

/** Formats counts as in '1,204 sent, 3 failed'. */
function formatDeliveries({ waiting, sent, failed, dropped }: IssueRow['deliveries']): string {
  const numbers = [
    `${formatCount(sent)} sent`,
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(dropped > 0 ? [`${formatCount(dropped)} unsubscribed before sending`] : []),
  ];
  return numbers.join(', ');
}
