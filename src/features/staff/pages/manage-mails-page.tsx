import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { StaffFrame } from '../components/staff-frame.tsx';
import { useStaffList, useStaffReload } from '../components/use-staff-list.ts';
import type { StaffMail, StaffMailPage } from '../contract.ts';

/** Mails that could not be sent, to be sent again when what was wrong is mended. */
export function ManageMailsPage() {
  const query = useStaffList<StaffMailPage>('/mails', {}, 'before');
  const reload = useStaffReload('/mails');
  const [busyId, setBusyId] = useState<string | null>(null);
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];

  async function retry(mail: StaffMail): Promise<void> {
    if (busyId !== null) return;
    setBusyId(mail.id);
    try {
      await send('POST', `/admin/mails/${mail.id}/retry`);
      await reload();
      void toast({ title: 'Mail queued', text: `The mail to ${mail.to} will be sent again.` });
    } catch (error) {
      void toast({ title: 'Error sending mail', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusyId(null);
  }

  return (
    <StaffFrame title="Mails" lede="Letters that could not be delivered" path={urls.manageMails()}>
      <ListPanel
        query={query}
        count={mails.length}
        words={['mail', 'mails']}
        loading="Loading mails..."
        empty="No mails found. Every letter has found its way."
        failed="Error loading mails"
      >
        <table className="table">
          <thead>
            <tr>
              <th scope="col">To</th>
              <th scope="col">What went wrong</th>
              <th scope="col">Written</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td>
                  <span className="row-title">
                    <span>
                      <b>{mail.to}</b>
                      <small>{mail.subject}</small>
                    </span>
                  </span>
                </td>
                <td>
                  {mail.lastError ?? 'Not known'}
                  <small className="figures">{mail.tries === 1 ? 'Tried once' : `Tried ${mail.tries} times`}</small>
                </td>
                <td className="when figures">{momentOf(mail.createdAt)}</td>
                <td className="row-deed">
                  <button
                    type="button"
                    className="btn btn-line btn-sm"
                    aria-label={`Send again the mail to ${mail.to}`}
                    aria-busy={busyId === mail.id || undefined}
                    aria-disabled={busyId !== null || undefined}
                    onClick={() => void retry(mail)}
                  >
                    <Icon name="retry" />
                    Send again
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListPanel>
    </StaffFrame>
  );
}
