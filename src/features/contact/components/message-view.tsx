import { useRef, useState } from 'react';
import { deleteRecord } from '#src/admin-ui/record.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { AreaField } from '#src/admin-ui/text-fields.tsx';
import { hashEmail } from '#src/api-client/account-header.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { getCurrentUser } from '#src/api-client/current-user.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Message } from '../contract.ts';
import { TOPIC_SHORT_LABELS } from '../message-labels.ts';
import { StatusBadge } from './message-list.tsx';

type Props = { message: Message; onChanged: (message: Message) => Promise<void>; onDeleted: () => Promise<void> };

/** A message with its answer and actions. */
export function MessageView({ message, onChanged, onDeleted }: Props) {
  const { id, topic, status, text, email, tale, list, created_at, answer } = message;
  const [isDeleting, setDeleting] = useState(false);
  // The answer form disappears, with the focus in it, once the answer is saved.
  const answered = useFocusWhenLost<HTMLElement>(answer?.at ?? '');
  const { isBusy, mark, remove } = useMessageActions(id, { onChanged, onDeleted });
  return (
    <article className="inbox-letter">
      <div className="panel-head">
        <h2>{TOPIC_SHORT_LABELS[topic]}</h2>
        <StatusBadge status={status} />
      </div>
      <p className="letter-facts figures">
        {formatLocalTime(created_at)}
        {tale === null ? null : (
          <>
            {' · '}About{' '}
            {tale.slug === null ? (
              <>
                “<bdi>{tale.title}</bdi>” (deleted)
              </>
            ) : (
              <a className="link" href={urls.tale(tale.slug)}>
                <bdi>{tale.title}</bdi>
              </a>
            )}
          </>
        )}
      </p>
      {list === null ? null : <AboutList key={list.id} message={id} list={list} onChanged={onChanged} />}
      <p className="letter-text" dir="auto">
        {text}
      </p>
      {/* Another administrator may have answered while this answer was being written. */}
      {email !== null && (answer === null || readAnswerDraft(id) !== '') ? (
        <AnswerForm key={id} id={id} email={email} hasMailServer={message.has_mail_server} onAnswered={onChanged} />
      ) : null}
      {email === null ? <p className="letter-note">The sender gave no email address, so this message cannot be answered.</p> : null}
      {answer === null ? null : (
        <section aria-label="Answer" ref={answered} tabIndex={-1}>
          {answer.is_waiting ? (
            <Alert title="Not sent yet: no mail server configured">
              The answer is sent to <bdi>{email}</bdi> when a mail server is configured (SMTP_URL). Until then this message stays open.
            </Alert>
          ) : null}
          <h3 className="desk-part">
            {answer.is_waiting ? 'Answer' : 'Answered'}{' '}
            <small>
              {formatLocalTime(answer.at)}
              {', '}
              <bdi>{answer.by ?? 'a former administrator'}</bdi>
            </small>
          </h3>
          <p className="letter-text" dir="auto">
            {answer.text}
          </p>
        </section>
      )}
      <div className="desk-foot">
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void mark(status === 'new' ? 'closed' : 'new')}
        >
          {status === 'new' ? 'Close' : 'Reopen'}
        </button>
        <button type="button" className="btn btn-quiet is-danger" onClick={() => setDeleting(true)}>
          Delete...
        </button>
      </div>
      {isDeleting ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onConfirm={async () => {
            await remove();
            setDeleting(false);
          }}
          onCancel={() => setDeleting(false)}
        >
          The message and its answer are permanently deleted. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </article>
  );
}

type AboutListProps = { message: string; list: NonNullable<Message['list']>; onChanged: Props['onChanged'] };

/** The shared list that a message is about, with a button to revoke its link. */
function AboutList({ message, list, onChanged }: AboutListProps) {
  const [isAsking, setAsking] = useState(false);

  async function revoke(): Promise<void> {
    try {
      await apiRequest('DELETE', `/admin/shared-lists/${list.id}`);
      await onChanged(await apiRequest<Message>('GET', `/admin/messages/${message}`));
      void toast({ title: 'Link revoked', text: 'The list is no longer shared.' });
    } catch (error) {
      void toast({ title: 'Error revoking link', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setAsking(false);
  }

  return (
    <p className="letter-facts">
      About the shared list{' '}
      <a className="link" href={list.path}>
        <bdi>{list.name}</bdi>
      </a>{' '}
      {list.id === null ? null : (
        <button type="button" className="btn btn-quiet is-danger" onClick={() => setAsking(true)}>
          Revoke link
        </button>
      )}
      {isAsking ? (
        <ConfirmDialog title="Revoke this link?" confirm="Revoke link" onConfirm={revoke} onCancel={() => setAsking(false)}>
          The list will no longer open for anyone who has the link. The reader keeps the list.
        </ConfirmDialog>
      ) : null}
    </p>
  );
}

type ActionCallbacks = { onChanged: (message: Message) => Promise<void>; onDeleted: () => Promise<void> };

/** Closes, reopens and deletes a message, with toasts for success and failure. */
function useMessageActions(id: string, { onChanged, onDeleted }: ActionCallbacks) {
  const [isBusy, setBusy] = useState(false);

  async function run(action: () => Promise<void>, failTitle: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      void toast({ title: failTitle, text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusy(false);
  }

  return {
    isBusy,
    mark: (status: 'new' | 'closed') =>
      run(async () => {
        await onChanged(await apiRequest<Message>('PATCH', `/admin/messages/${id}`, { status }));
        void toast(
          status === 'closed'
            ? { title: 'Message closed', text: 'It will be deleted in 12 months.' }
            : { title: 'Message reopened', text: 'It is listed as new again.' },
        );
      }, 'Error updating message'),
    remove: () =>
      run(async () => {
        await deleteRecord(`/messages/${id}`);
        saveAnswerDraft(id, '');
        await onDeleted();
        void toast({ title: 'Message deleted', text: 'The message and its answer were deleted.' });
      }, 'Error deleting message'),
  };
}

type AnswerFormProps = { id: string; email: string; hasMailServer: boolean; onAnswered: (message: Message) => Promise<void> };

/** Answers a message by email. The draft is stored on the device until the answer is sent. */
function AnswerForm({ id, email, hasMailServer, onAnswered }: AnswerFormProps) {
  const [text, setText] = useAnswerDraft(id);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Retrying an unchanged answer reuses its idempotency key, so it is sent once.
  const sent = useRef({ text: '', key: '' });

  async function submit(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    setFailure('');
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    try {
      const answered = await apiRequest<Message>('POST', `/admin/messages/${id}/answer`, { text }, { 'Idempotency-Key': sent.current.key });
      saveAnswerDraft(id, '');
      await onAnswered(answered);
      void toast(
        answered.answer?.is_waiting
          ? { title: 'Answer saved', text: `It is sent to ${email} when a mail server is configured.` }
          : { title: 'Answer sent', text: `An email is on its way to ${email}.` },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(error.fields.text ?? []);
      if (error.fields.text === undefined) setFailure(error.message);
      void toast({ title: 'Error sending answer', text: error.message, wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="desk-form answer-form" noValidate onSubmit={submit}>
      {failure === '' ? null : (
        <Alert title="Answer not sent" wrong>
          {failure}
        </Alert>
      )}
      {hasMailServer ? null : (
        <Alert title="No mail server configured" wrong>
          Your answer is saved and sent when a mail server is configured (SMTP_URL). Until then this message stays open.
        </Alert>
      )}
      <AreaField
        label="Your answer"
        value={text}
        rows={8}
        onChange={setText}
        problems={problems}
        hint={`Sent to ${email} by email, with the original message below it.`}
      />
      <BusyButton className="btn btn-solid" isBusy={isBusy} busyText={hasMailServer ? 'Sending...' : 'Saving...'}>
        {hasMailServer ? 'Send answer' : 'Save answer'}
      </BusyButton>
    </form>
  );
}

/** Per account, so that other accounts on this device do not see the draft. */
const draftKey = (id: string) => `talewood.answer.${hashEmail(getCurrentUser()?.email ?? '')}.${id}`;

/** Used before drafts were stored per account. */
const legacyDraftKey = (id: string) => `talewood.answer.${id}`;

/** Returns the draft of an answer and its setter. Stored on the device until it is empty or its author logs out. */
function useAnswerDraft(id: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readAnswerDraft(id));
  return [
    text,
    (next) => {
      setText(next);
      saveAnswerDraft(id, next);
    },
  ];
}

/** Stores the draft of an answer; an empty text removes it. */
function saveAnswerDraft(id: string, text: string): void {
  try {
    localStorage.removeItem(legacyDraftKey(id));
    if (text === '') localStorage.removeItem(draftKey(id));
    else localStorage.setItem(draftKey(id), text);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

function readAnswerDraft(id: string): string {
  try {
    return localStorage.getItem(draftKey(id)) ?? localStorage.getItem(legacyDraftKey(id)) ?? '';
  } catch {
    return '';
  }
}
