import { useRef, useState } from 'react';
import { AreaField } from '#src/admin-ui/text-fields.tsx';
import { hashEmail } from '#src/api-client/account-header.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { getCurrentUser } from '#src/api-client/current-user.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import type { Message } from '../contract.ts';

type Props = { id: string; email: string; hasMailServer: boolean; onAnswered: (message: Message) => Promise<void> };

/** Answers a message by email. The draft is stored on the device until the answer is sent. */
export function AnswerForm({ id, email, hasMailServer, onAnswered }: Props) {
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
export function saveAnswerDraft(id: string, text: string): void {
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
