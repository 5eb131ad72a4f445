import { useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { AreaField } from '#src/features/catalogue/components/text-fields.tsx';
import { useLeaveGuard } from '#src/features/catalogue/components/use-leave-guard.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import type { Message } from '../contract.ts';

type Props = { id: string; email: string; onAnswered: (message: Message) => Promise<void> };

/** Answers a letter by mail. What is typed stays until it has been sent. */
export function AnswerForm({ id, email, onAnswered }: Props) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  // What is sent again after the connection was cut goes out once.
  const sent = useRef({ text: '', key: '' });
  const { asked } = useLeaveGuard(text.trim() !== '' && !isBusy);

  async function submit(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    setFailure('');
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    try {
      const answered = await send<Message>('POST', `/admin/messages/${id}/answer`, { text }, { 'Idempotency-Key': sent.current.key });
      await onAnswered(answered);
      void toast({ title: 'Answer on its way', text: `It goes to ${email}.` });
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
      <AreaField
        label="Your answer"
        value={text}
        rows={8}
        onChange={setText}
        problems={problems}
        hint={`It goes to ${email} as a mail, with the letter below it.`}
      />
      <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Sending...">
        Send answer
      </BusyButton>
      {asked === null ? null : (
        <ConfirmDialog title="Leave without sending?" confirm="Leave" onConfirm={async () => asked.leave()} onCancel={asked.stay}>
          Your answer is not sent yet.
        </ConfirmDialog>
      )}
    </form>
  );
}
