import { useRef } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { newId } from '#src/ui/new-id.ts';

export type SentLetter = { topic: string; message: string; email: string; tale: string; website: string };

/** Sends a letter. The same words sent again, after the connection was cut, arrive once; other words are another letter. */
export function useLetterSending(): (letter: SentLetter) => Promise<void> {
  const last = useRef({ text: '', key: '' });
  return async (letter) => {
    const text = JSON.stringify(letter);
    if (last.current.text !== text) last.current = { text, key: newId() };
    await send('POST', '/messages', letter, { 'Idempotency-Key': last.current.key });
  };
}
