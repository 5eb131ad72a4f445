import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { Chart } from '#src/admin-ui/chart.tsx';
import { RecordNews, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { formatCount, formatDate, formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { IssueForm } from '../components/issue-form.tsx';
import { IssueList } from '../components/issue-list.tsx';
import { formatReaders } from '../components/issue-text.ts';
import { ScheduleForm } from '../components/schedule-form.tsx';
import type { ManagedIssue, NewsletterOverview, SubscriberHistory, SubscriberPeriod } from '../contract.ts';

const PATH = '/newsletter';

/** Newsletter administration: draft, schedule and past issues. */
export function ManageNewsletterPage() {
  const query = useRecord<NewsletterOverview>(PATH, { changes: 'newsletter' });
  const [typed, setTyped] = useState<ManagedIssue | null>(null);
  const keep = useStoreRecord();
  const client = useQueryClient();
  const panel = useFocusWhenLost<HTMLElement>(query.data?.draft?.id ?? 'none');
  const reload = () => client.invalidateQueries({ queryKey: ['staff'], predicate: ({ queryKey }) => String(queryKey[1]).startsWith(PATH) });
  return (
    <AdminPage
      title="Newsletter"
      lede="Content, schedule and delivery of the weekly newsletter"
      path={urls.manageNewsletter()}
      className="newsletter-desk"
    >
      <div className="newsletter-panels">
        <section className="panel desk-detail" aria-label="Next issue" ref={panel} tabIndex={-1}>
          <RecordNote query={query} loading="Loading issue..." gone="This issue does not exist.">
            {(overview) => {
              const isGone = typed !== null && typed.id !== overview.draft?.id;
              const draft = isGone ? typed : overview.draft;
              return (
                <>
                  <SendingStatus overview={overview} />
                  {draft === null ? (
                    <NoDraft nextAt={overview.next_at} hasMailServer={overview.has_mail_server} onDone={reload} />
                  ) : (
                    <IssueForm
                      key={draft.id}
                      issue={draft}
                      schedule={overview.schedule}
                      hasMailServer={overview.has_mail_server}
                      onTyped={setTyped}
                      onSaved={(saved: ManagedIssue) => keep(PATH, { ...overview, draft: saved })}
                      onDone={reload}
                    />
                  )}
                  <RecordNews>
                    {isGone ? 'Someone else sent or skipped this issue. Copy your changes, then press Undo to close it.' : null}
                  </RecordNews>
                </>
              );
            }}
          </RecordNote>
        </section>
        <div className="newsletter-side">
          <section className="panel" aria-label="Subscribers">
            <Subscribers />
          </section>
          <section className="panel" aria-label="Schedule">
            {query.data === undefined ? (
              <p className="panel-note">Loading...</p>
            ) : (
              <ScheduleForm schedule={query.data.schedule} onSaved={reload} />
            )}
          </section>
          <section className="panel" aria-label="Past issues">
            <IssueList />
          </section>
        </div>
      </div>
    </AdminPage>
  );
}

/** Confirmed subscribers over time. */
function Subscribers() {
  const [period, setPeriod] = useState<SubscriberPeriod>(90);
  const query = useRecord<SubscriberHistory>(`${PATH}/subscribers?days=${period}`, { changes: 'newsletter' });
  return (
    <>
      <div className="panel-head">
        <h2>Subscribers</h2>
        <select
          className="input select"
          aria-label="Period"
          value={period}
          onChange={(event) => setPeriod(Number(event.target.value) as SubscriberPeriod)}
        >
          <option value={90}>Last 90 days</option>
          <option value={365}>Last 12 months</option>
        </select>
      </div>
      <RecordNote query={query} loading="Loading subscribers..." gone="No subscribers found.">
        {({ days }) => (
          <Chart
            title={period === 90 ? 'Confirmed subscribers per day' : 'Confirmed subscribers per week'}
            summary={describeSubscribers(days)}
            empty="No subscribers yet."
            kind="line"
            points={days.map(({ day, confirmed }, at) => ({
              label: formatDate(day),
              ...(at === days.length - 1 && { short: 'Today' }),
              value: confirmed,
            }))}
            columns={['Day (UTC)', 'Confirmed subscribers']}
          />
        )}
      </RecordNote>
    </>
  );
}

/** Returns the current number, and the change since the first day. */
export function describeSubscribers(days: SubscriberHistory['days']): string {
  const [first, now] = [days[0], days.at(-1)];
  if (first === undefined || now === undefined) return '';
  const count = `${formatCount(now.confirmed)} confirmed ${now.confirmed === 1 ? 'subscriber' : 'subscribers'}`;
  if (days.length === 1) return `${count}. They are counted daily from today.`;
  const change = now.confirmed - first.confirmed;
  if (change === 0) return `${count}, as many as on ${formatDate(first.day)}.`;
  return `${count}, ${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than on ${formatDate(first.day)}.`;
}

/** When the draft is sent and to how many, or why it is not sent. */
export function SendingStatus({ overview: { draft, schedule, has_mail_server } }: { overview: NewsletterOverview }) {
  const to = draft === null ? '' : `to ${formatReaders(draft.readers)}`;
  return (
    <div className="desk-facts">
      {has_mail_server ? null : (
        <Alert title="No mail server configured: nothing is sent" wrong>
          Nobody can subscribe either: the sign-up forms are hidden. Set SMTP_URL and restart the site; due issues are then sent.
        </Alert>
      )}
      {draft !== null && has_mail_server && schedule.is_on && !draft.has_news && !draft.is_edited ? (
        <Alert title="No new tales since the last issue">
          This issue is skipped unless a tale is published before its time. Edit it to send it anyway.
        </Alert>
      ) : null}
      {draft === null ? null : (
        <p className="lede">
          {!has_mail_server
            ? `Not scheduled: no mail server. Planned for ${formatLocalTime(draft.send_at)}, ${to}`
            : schedule.is_on
              ? `Sent automatically on ${formatLocalTime(draft.send_at)}, ${to}`
              : `Not scheduled: automatic sending is off. Would be sent ${to}`}
          {draft.is_monthly ? ', including monthly subscribers.' : '.'}
        </p>
      )}
    </div>
  );
}

function NoDraft({ nextAt, hasMailServer, onDone }: { nextAt: string | null; hasMailServer: boolean; onDone: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  async function prepare(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await apiRequest('POST', '/admin/newsletter/issues');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another editor has prepared it: it is loaded below.
      if (error.code !== 'draft_open') void toast({ title: 'Issue not prepared', text: error.message, wrong: true });
    } finally {
      await onDone();
      setBusy(false);
    }
  }
  return (
    <div className="panel-note">
      <p>
        {nextAt === null
          ? 'There is no draft, and automatic sending is off.'
          : `There is no draft yet. The next issue ${hasMailServer ? 'is sent on' : 'is planned for'} ${formatLocalTime(nextAt)} and composed three days before.`}
      </p>
      <button type="button" className="btn btn-line" aria-busy={isBusy || undefined} onClick={() => void prepare()}>
        {isBusy ? 'Preparing...' : 'Prepare now'}
      </button>
    </div>
  );
}
