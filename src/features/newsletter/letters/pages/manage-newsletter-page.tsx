import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { useKeep, useRecord } from '#src/features/catalogue/components/use-record.ts';
import { StaffPage } from '#src/features/staff/components/staff-frame.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import { IssueForm } from '../components/issue-form.tsx';
import { IssueList } from '../components/issue-list.tsx';
import { readersCount } from '../components/letter-words.ts';
import { ScheduleForm } from '../components/schedule-form.tsx';
import type { ManagedIssue, NewsletterDesk } from '../contract.ts';

const PATH = '/newsletter';

/** The desk of the weekly letter: the one that is being prepared, when letters go, and those that went. */
export function ManageNewsletterPage() {
  const query = useRecord<NewsletterDesk>(PATH);
  const keep = useKeep();
  const client = useQueryClient();
  const panel = useFocusWhenLost<HTMLElement>(query.data?.draft?.id ?? 'none');
  const reload = () => client.invalidateQueries({ queryKey: ['staff'], predicate: ({ queryKey }) => String(queryKey[1]).startsWith(PATH) });
  return (
    <StaffPage
      title="Newsletter"
      lede="The weekly letter: what it says, when it goes, and to whom it went"
      path={urls.manageNewsletter()}
      className="newsletter-desk"
    >
      <div className="newsletter-panels">
        <section className="panel desk-detail" aria-label="The next letter" ref={panel} tabIndex={-1}>
          <RecordNote query={query} loading="Loading the letter..." gone="The letter is not there.">
            {(desk) => (
              <>
                <DeskFacts desk={desk} />
                {desk.draft === null ? (
                  <NoDraft nextAt={desk.next_at} hasMailServer={desk.has_mail_server} onDone={reload} />
                ) : (
                  <IssueForm
                    key={desk.draft.id}
                    issue={desk.draft}
                    schedule={desk.schedule}
                    hasMailServer={desk.has_mail_server}
                    onSaved={(draft: ManagedIssue) => keep(PATH, { ...desk, draft })}
                    onDone={reload}
                  />
                )}
              </>
            )}
          </RecordNote>
        </section>
        <div className="newsletter-side">
          <section className="panel" aria-label="Schedule">
            {query.data === undefined ? (
              <p className="panel-note">Not here yet.</p>
            ) : (
              <ScheduleForm schedule={query.data.schedule} onSaved={reload} />
            )}
          </section>
          <section className="panel" aria-label="Letters so far">
            <IssueList />
          </section>
        </div>
      </div>
    </StaffPage>
  );
}

/** When the letter goes and to how many, and what keeps it from going. */
export function DeskFacts({ desk: { draft, schedule, has_mail_server } }: { desk: NewsletterDesk }) {
  const to = draft === null ? '' : `to ${readersCount(draft.readers)}`;
  return (
    <div className="desk-facts">
      {has_mail_server ? null : (
        <Alert title="There is no mail server, so no letter goes" wrong>
          Set SMTP_URL and start the site again. A letter whose time has come waits for it.
        </Alert>
      )}
      {draft !== null && has_mail_server && schedule.is_on && !draft.has_news && !draft.is_edited ? (
        <Alert title="Nothing is new since the last letter">
          Unless a tale is published before, this letter is skipped. Change something in it, and it goes.
        </Alert>
      ) : null}
      {draft === null ? null : (
        <p className="lede">
          {!has_mail_server
            ? `Not scheduled: there is no mail server. Planned for ${momentOf(draft.send_at)}, ${to}`
            : schedule.is_on
              ? `Goes out by itself on ${momentOf(draft.send_at)}, ${to}`
              : `Does not go by itself: the schedule is off. It would go ${to}`}
          {draft.is_monthly ? ', those who want one a month among them.' : '.'}
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
      await send('POST', '/admin/newsletter/issues');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Somebody else was quicker: then it is there.
      if (error.code !== 'draft_open') void toast({ title: 'The letter was not prepared', text: error.message, wrong: true });
    } finally {
      await onDone();
      setBusy(false);
    }
  }
  return (
    <div className="panel-note">
      <p>
        {nextAt === null
          ? 'No letter is being prepared, and the schedule is off.'
          : `No letter is being prepared. The next one ${hasMailServer ? 'goes on' : 'is planned for'} ${momentOf(nextAt)}, and is composed three days before.`}
      </p>
      <button type="button" className="btn btn-line" aria-busy={isBusy || undefined} onClick={() => void prepare()}>
        {isBusy ? 'Preparing...' : 'Prepare it now'}
      </button>
    </div>
  );
}
