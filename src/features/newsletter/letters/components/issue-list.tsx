import { useEffect, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { useStaffList, useStaffReload } from '#src/features/staff/components/use-staff-list.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import { formatCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import type { IssueRow, IssueRows } from '../contract.ts';
import { letterDay } from './letter-words.ts';

const PATH = '/newsletter/issues';
const LOOK_EVERY_MS = 3_000;
const WHY = {
  editor: 'An editor skipped it',
  no_news: 'Nothing was new since the last one',
  no_tales: 'None of its tales was public',
};

/** Letters that went out, are going out, or did not, with what became of them; it follows one that is going out. */
export function IssueList() {
  const query = useStaffList<IssueRows>(PATH, {});
  const issues = query.data?.pages.flatMap((page) => page.issues) ?? [];
  const isSending = issues.some(({ status }) => status === 'sending');
  const reload = useStaffReload(PATH);
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isSending, reload]);
  return (
    <>
      <h2>Letters so far</h2>
      <ListPanel
        query={query}
        count={issues.length}
        words={['letter', 'letters']}
        loading="Loading letters..."
        empty="No letter has gone out yet."
        failed="Error loading letters"
      >
        <ul className="issue-list">
          {issues.map((issue) => (
            <IssueLine key={issue.id} issue={issue} onRetried={reload} />
          ))}
        </ul>
      </ListPanel>
    </>
  );
}

function IssueLine({ issue, onRetried }: { issue: IssueRow; onRetried: () => Promise<void> }) {
  const { id, issue_date, status, subject, why, at, deliveries } = issue;
  const [isBusy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const { queued } = await send<{ queued: number }>('POST', `/admin${PATH}/${id}/retry`);
      await onRetried();
      void toast({ title: 'Letters queued', text: `${formatCount(queued)} will be tried again.` });
    } catch (error) {
      void toast({ title: 'Error sending letters', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusy(false);
  }

  return (
    <li className="issue-line">
      <b>{status === 'skipped' ? letterDay(issue_date) : <a href={urls.newsletter(issue_date)}>{subject}</a>}</b>
      <small className="figures">{status === 'skipped' ? `Skipped. ${why === null ? '' : WHY[why]}.` : momentOf(at)}</small>
      {status === 'skipped' ? null : (
        <span className="issue-numbers figures" role={status === 'sending' ? 'status' : undefined}>
          <Badge isSent={status === 'sent'} />
          {numbersWords(deliveries)}
        </span>
      )}
      {deliveries.failed > 0 ? (
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-label={`Send again the letter of ${letterDay(issue_date)} to those it did not reach`}
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
          onClick={() => void retry()}
        >
          <Icon name="retry" />
          Send again
        </button>
      ) : null}
    </li>
  );
}

function Badge({ isSent }: { isSent: boolean }) {
  return (
    <span className={isSent ? 'badge badge-good' : 'badge badge-amber'}>
      <i />
      {isSent ? 'Sent' : 'Sending'}
    </span>
  );
}

/** As in '1,204 sent, 3 failed'. `dropped`: their readers wanted no letter any more when their turn came. */
function numbersWords({ waiting, sent, failed, dropped }: IssueRow['deliveries']): string {
  const numbers = [
    `${formatCount(sent)} sent`,
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(dropped > 0 ? [`${formatCount(dropped)} not wanted any more`] : []),
  ];
  return numbers.join(', ');
}
