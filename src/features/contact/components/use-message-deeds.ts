import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { toast } from '#src/ui/toast.ts';
import type { Message } from '../contract.ts';
import { keepAnswerDraft } from './use-answer-draft.ts';

type After = { onChanged: (message: Message) => Promise<void>; onDeleted: () => Promise<void> };

/** Closing, opening again and deleting a letter; what fails is told, and leaves everything as it was. */
export function useMessageDeeds(id: string, { onChanged, onDeleted }: After) {
  const [isBusy, setBusy] = useState(false);

  async function carryOut(deed: () => Promise<void>, failTitle: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await deed();
    } catch (error) {
      void toast({ title: failTitle, text: error instanceof Error ? error.message : '', wrong: true });
    }
    setBusy(false);
  }

  return {
    isBusy,
    mark: (status: 'new' | 'closed') =>
      carryOut(async () => {
        await onChanged(await send<Message>('PATCH', `/admin/messages/${id}`, { status }));
        void toast(
          status === 'closed'
            ? { title: 'Letter closed', text: 'In twelve months it is removed.' }
            : { title: 'Letter opened again', text: 'It stands among the new ones.' },
        );
      }, 'Error updating letter'),
    remove: () =>
      carryOut(async () => {
        await send('DELETE', `/admin/messages/${id}`);
        keepAnswerDraft(id, '');
        await onDeleted();
        void toast({ title: 'Letter deleted', text: 'It is gone for good.' });
      }, 'Error deleting letter'),
  };
}
