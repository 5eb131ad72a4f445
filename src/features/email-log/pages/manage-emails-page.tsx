import { useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { AdminTable, RowTitle } from '#src/admin-ui/admin-table.tsx';
import { PagedList, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { FailedEmail, FailedEmailPage } from '../contract.ts';

/** Lists emails that could not be sent and sends them again. */
export function ManageEmailsPage() {
  const query = usePagedList<FailedEmailPage>('/mails', {}, { cursor: 'before' });
  const reload = useReloadLists('/mails');
  const [busyId, setBusyId] = useState<string | null>(null);
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];

  async function retry(mail: FailedEmail): Promise<void> {
    if (busyId !== null) return;
    setBusyId(mail.id);
    try {
      await apiRequest('POST', `/admin/mails/${mail.id}/retry`);
      await reload();
      void toast({ title: 'Email queued', text: `The email to ${mail.to} will be sent again.` });
    } catch (error) {
      void toast({ title: 'Error sending email', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusyId(null);
  }

  return (
    <AdminFrame title="Failed emails" lede="Emails that could not be delivered" path={urls.manageMails()}>
      <PagedList
        query={query}
        count={mails.length}
        words={['email', 'emails']}
        loading="Loading emails..."
        empty="All emails were delivered."
        failed="Error loading emails"
      >
        <AdminTable
          rows={mails}
          columns={[
            { title: 'To', cell: (mail) => <RowTitle note={mail.subject}>{mail.to}</RowTitle> },
            {
              title: 'Error',
              cell: ({ lastError, tries }) => (
                <>
                  {lastError ?? 'Unknown'}
                  <small className="figures">{tries === 1 ? '1 attempt' : `${tries} attempts`}</small>
                </>
              ),
            },
            { title: 'Created', className: 'when figures', cell: (mail) => formatLocalTime(mail.createdAt) },
            {
              title: 'Actions',
              className: 'row-action',
              cell: (mail) => (
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Retry the email to ${mail.to}`}
                  aria-busy={busyId === mail.id || undefined}
                  aria-disabled={busyId !== null || undefined}
                  onClick={() => void retry(mail)}
                >
                  <Icon name="retry" />
                  Retry
                </button>
              ),
            },
          ]}
        />
      </PagedList>
    </AdminFrame>
  );
}
