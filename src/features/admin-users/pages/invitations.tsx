import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { LiveList, useLiveRows } from '#src/admin-ui/live-rows.tsx';
import { ApiError, apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Modal } from '#src/ui/modal.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Invitation, InvitationList, SentInvitation } from '../contract.ts';
import { RoleBadge, RoleField } from './role-dialog.tsx';

const KEY = ['staff', '/invitations'];
export function useInvitations() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => apiRequest<InvitationList>('GET', '/admin/invitations'),
    staleTime: 0,
    retry: retryUpTo(3),
  });
  return { ...query, queryKey: KEY };
}

/** Button that opens the dialog to invite a person. */
export function InviteButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-solid" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Invite
      </button>
      {isOpen ? <InviteDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The form; without a mail server then the link, which is shown once. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Invitation['role']>('user');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sent, setSent] = useState<SentInvitation | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const result = await apiRequest<SentInvitation>('POST', '/admin/invitations', { email, role });
      await client.invalidateQueries({ queryKey: KEY });
      if (result.link !== null) setSent(result);
      else {
        void toast({ title: 'Invitation sent', text: `${result.invitation.email} has 7 days to accept it.` });
        onClose();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      if (error.fields.email !== undefined) document.getElementById('field-invite-email')?.focus();
    } finally {
      setBusy(false);
    }
  }

  if (sent?.link) return <LinkDialog email={sent.invitation.email} link={sent.link} onClose={onClose} />;
  return (
    <Modal className="dialog" aria-labelledby={id} onCancel={() => isBusy || onClose()} onBackdrop={null}>
      <form className="dialog-sheet" noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={id}>Invite a person</h2>
        {failure !== null && failure.fields.email === undefined ? <Alert title={failure.message} wrong /> : null}
        <Field
          scope="invite"
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          required
          value={email}
          problems={failure?.fields.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleField scope="invite" value={role} onChange={setRole} />
        <div className="dialog-end">
          <button type="button" className="btn btn-line" aria-disabled={isBusy || undefined} onClick={() => isBusy || onClose()}>
            Cancel
          </button>
          <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Sending...">
            Send invitation
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}

type LinkProps = { email: string; link: string; onClose: () => void };

/** The link of an invitation, to be passed on. Selected, in case the browser blocks copying. */
function LinkDialog({ email, link, onClose }: LinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(link).then(
      () => toast({ title: 'Link copied', text: `Pass it on to ${email}.` }),
      () => field.current?.select(),
    );
  };
  return (
    <Modal className="dialog" aria-labelledby={id} onCancel={onClose} onBackdrop={null}>
      <div className="dialog-sheet">
        <h2 id={id}>Pass on this link</h2>
        <p>Email is not set up, so nothing was sent. The link creates the account of {email} and works once, for 7 days.</p>
        <div className="made-link">
          <label>
            <span className="label">Invitation link</span>
            <input ref={field} className="input" readOnly value={link} onFocus={(event) => event.target.select()} />
          </label>
          <button type="button" className="btn btn-line" onClick={() => void copy()}>
            Copy
          </button>
          <p className="hint">Copy it now. It won't be shown again.</p>
        </div>
        <div className="dialog-end">
          <button type="button" className="btn btn-solid" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** Invitations that were not accepted yet; nothing if there are none. */
export function PendingInvitations() {
  const client = useQueryClient();
  const [toRevoke, setToRevoke] = useState<Invitation | null>(null);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const query = useInvitations();
  const { data, error, refetch } = query;
  const live = useLiveRows('users', query, data?.invitations ?? [], { isAboveOthers: true });

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      void toast({ title: 'Error changing invitation', text: failure instanceof Error ? failure.message : '', wrong: true });
    }
    await client.invalidateQueries({ queryKey: KEY });
  }

  const resend = ({ id, email }: Invitation) =>
    run(async () => {
      const result = await apiRequest<SentInvitation>('POST', `/admin/invitations/${id}/resend`);
      if (result.link !== null) setSent(result);
      else void toast({ title: 'Invitation sent', text: `${email} received a new link. The previous one stopped working.` });
    });

  const revoke = ({ id, email }: Invitation) =>
    run(async () => {
      await apiRequest('DELETE', `/admin/invitations/${id}`);
      void toast({ title: 'Invitation revoked', text: `The link sent to ${email} no longer works.` });
    });

  if (error !== null && data === undefined)
    return (
      <div className="panel-note" role="alert">
        <p>Error loading invitations. {error.message}</p>
        <button type="button" className="btn btn-line" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    );
  if (data === undefined) return null;
  return (
    <>
      <LiveList live={live} words={['invitation', 'invitations']} removedText="This invitation was accepted or deleted" isAnnounced>
        {live.rows.length === 0 ? null : (
          <section className="invitations" aria-labelledby="invitations-title">
            <h2 id="invitations-title">Pending invitations</h2>
            <AdminTable
              className="table"
              rows={live.rows}
              columns={[
                { title: 'Email', cell: ({ email, invitedBy }) => <RowTitle note={`Invited by ${invitedBy}`}>{email}</RowTitle> },
                {
                  title: 'Status',
                  cell: ({ role, isExpired }) => (
                    <span className="row-badges">
                      <RoleBadge role={role} />
                      <StatusBadge kind={isExpired ? 'rose' : 'amber'}>{isExpired ? 'Expired' : 'Invited'}</StatusBadge>
                    </span>
                  ),
                },
                { title: 'Expires', className: 'when figures', label: true, cell: ({ expiresAt }) => formatLocalDate(expiresAt) },
                {
                  title: 'Actions',
                  className: 'row-menu',
                  cell: (invitation) => (
                    <RowMenu
                      label={`Actions for ${invitation.email}`}
                      actions={[
                        { name: 'Resend', icon: 'mail', run: () => void resend(invitation) },
                        { name: 'Revoke', icon: 'close', danger: true, run: () => setToRevoke(invitation) },
                      ]}
                    />
                  ),
                },
              ]}
            />
          </section>
        )}
      </LiveList>
      {sent?.link ? <LinkDialog email={sent.invitation.email} link={sent.link} onClose={() => setSent(null)} /> : null}
      {toRevoke === null ? null : (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Revoke"
          onCancel={() => setToRevoke(null)}
          onConfirm={async () => {
            await revoke(toRevoke);
            setToRevoke(null);
          }}
        >
          The link of the invitation for {toRevoke.email} will stop working.
        </ConfirmDialog>
      )}
    </>
  );
}
