import { useEffect, useRef, useState } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';
import { toast } from '#src/ui/toast.ts';

type Options<Id, Answer> = {
  /** As the server last said; undefined while it has not. */
  kept: { ids: Id[]; tag: string } | undefined;
  /** Sends the whole list, made from the one of the tag. Throws Refused. */
  put: (ids: Id[], tag: string) => Promise<Answer>;
  read: (answer: Answer) => { ids: Id[]; tag: string };
  onAnswer: (answer: Answer) => void;
  /** Asks the server again, after a refusal. */
  reload: () => Promise<unknown>;
  failTitle: string;
};

/**
 * A list that is shown as it was put in order before the server has said yes. Changes go out one after the other; when one is
 * refused, the list is again what the server has, and that is said.
 */
export function useKeptList<Id, Answer>({ kept, put, read, onAnswer, reload, failTitle }: Options<Id, Answer>) {
  const [wanted, setWanted] = useState<Id[] | null>(null);
  const latest = useRef<Id[] | null>(null);
  const isSending = useRef(false);
  const isThere = useRef(true);
  // The tag of today, also for who holds an older drawing of the list in hand, as while dragging.
  const tag = useRef<string | undefined>(undefined);
  if (!isSending.current) tag.current = kept?.tag;
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  async function sendAll(): Promise<void> {
    while (latest.current !== null) {
      const ids = latest.current;
      const answer = await put(ids, tag.current ?? '');
      tag.current = read(answer).tag;
      if (isThere.current) onAnswer(answer);
      if (latest.current === ids) latest.current = null;
    }
  }

  async function change(ids: Id[]): Promise<void> {
    if (tag.current === undefined) return;
    latest.current = ids;
    setWanted(ids);
    if (isSending.current) return;
    isSending.current = true;
    try {
      await sendAll();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      latest.current = null;
      const text = error.code === 'changed_since' ? 'Somebody else has changed it meanwhile. You now see theirs.' : error.message;
      void toast({ title: failTitle, text, wrong: true });
      await reload();
    } finally {
      isSending.current = false;
      setWanted(null);
    }
  }

  return { ids: wanted ?? kept?.ids ?? [], change, isSaving: wanted !== null };
}
