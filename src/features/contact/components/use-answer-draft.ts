import { useState } from 'react';
import { markOf } from '#src/features/accounts/components/mark-of.ts';
import { readPerson } from '#src/features/accounts/components/me.ts';

/** By the account that writes: another one on this device does not meet it. */
const keyOf = (id: string) => `talewood.answer.${markOf(readPerson()?.email ?? '')}.${id}`;
/** As they were kept before accounts were told apart. */
const oldKeyOf = (id: string) => `talewood.answer.${id}`;

/** The text of an answer as typed so far. It is kept on the device until it is emptied, and goes with all else when its writer signs out. */
export function useAnswerDraft(id: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => read(id));
  return [
    text,
    (next) => {
      setText(next);
      keepAnswerDraft(id, next);
    },
  ];
}

/** Keeps the text of an answer to the letter; an empty one is forgotten. */
export function keepAnswerDraft(id: string, text: string): void {
  try {
    localStorage.removeItem(oldKeyOf(id));
    if (text === '') localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), text);
  } catch {
    // Without storage it lives as long as the page.
  }
}

function read(id: string): string {
  try {
    return localStorage.getItem(keyOf(id)) ?? localStorage.getItem(oldKeyOf(id)) ?? '';
  } catch {
    return '';
  }
}
