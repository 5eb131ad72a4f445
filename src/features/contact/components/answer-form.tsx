import { useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { AreaField } from '#src/features/catalogue/components/text-fields.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import type { Message } from '../contract.ts';
import { keepAnswerDraft, useAnswerDraft } from './use-answer-draft.ts';

type Props = { id: string; email: string; hasMailServer: boolean; onAnswered: (message: Message) => Promise<void> };

/** Answers a letter by mail. What is typed stays until it has been sent, also where the page is left or the browser fails. */
export function AnswerForm({ id, email, hasMailServer, onAnswered }: Props) {
  const [text, setText] = useAnswerDraft(id);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  // What is sent again after the connection was cut goes out once.
  const sent = useRef({ text: '', key: '' });

  async function submit(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    setFailure('');
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    try {
      const answered = await send<Message>('POST', `/admin/messages/${id}/answer`, { text }, { 'Idempotency-Key': sent.current.key });
      keepAnswerDraft(id, '');
      await onAnswered(answered);
      void toast(
        answered.answer?.is_waiting
          ? { title: 'Answer saved', text: `It is sent to ${email} when a mail server is configured.` }
          : { title: 'Answer on its way', text: `It goes to ${email}.` },
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
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
        <Alert title="This is not sent" wrong>
          {failure}
        </Alert>
      )}
      {hasMailServer ? null : (
        <Alert title="There is no mail server" wrong>
          Your answer is saved and sent when a mail server is configured (SMTP_URL). Until then this message stays open.
        </Alert>
      )}
      <AreaField
        label="Your answer"
        value={text}
        rows={8}
        onChange={setText}
        problems={problems}
        hint={`It goes to ${email} as a mail, with the letter below it.`}
      />
      <BusyButton className="btn btn-solid" isBusy={isBusy} busyText={hasMailServer ? 'Sending...' : 'Saving...'}>
        {hasMailServer ? 'Send answer' : 'Save answer'}
      </BusyButton>
    </form>
  );
}
